// The camera's picture: JPEGs by websocket, the newest alone; a lost line is taken up again.
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const STRANGER = 4401;
const MISSING = 4404;

export function watchPicture(path, onPicture) {
  let socket = null;
  let timer = null;
  let waitMs = FIRST_WAIT_MS;
  let stopped = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api${path}`);
    socket.binaryType = "blob";
    socket.onmessage = (message) => {
      waitMs = FIRST_WAIT_MS;
      onPicture(new Blob([message.data], { type: "image/jpeg" }));
    };
    socket.onclose = ({ code }) => {
      if (stopped || code === STRANGER || code === MISSING) return;
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  }

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket.close();
  };
}
