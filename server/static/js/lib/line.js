// A websocket that is taken up again when it is lost, after ever longer waits; closed for good where nobody is let in.
const STRANGER = 4401;
const MISSING = 4404;

// onMessage gets what came; onState "live", "lost", "stranger" or "missing". Gives what closes the line.
export function keepLine(path, { onMessage, onState = () => {}, firstWaitMs, longestWaitMs }) {
  let socket = null;
  let timer = null;
  let waitMs = firstWaitMs;
  let stopped = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api${path}`);
    socket.binaryType = "blob";
    socket.onopen = () => onState("live");
    socket.onmessage = (message) => {
      // Only a line that says something is one: a server that is full opens it and hangs up.
      waitMs = firstWaitMs;
      onMessage(message.data);
    };
    socket.onclose = ({ code }) => {
      if (stopped) return;
      if (code === STRANGER || code === MISSING) {
        onState(code === STRANGER ? "stranger" : "missing");
        return;
      }
      onState("lost");
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    };
  }

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket.close();
  };
}
