// Keeps a game's view up to date: whole views with a version, the newest wins, and a lost line is taken up again.
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const STRANGER = 4401;
const MISSING = 4404;

export function watchGame(game, { onView, onState }) {
  let socket = null;
  let timer = null;
  let waitMs = FIRST_WAIT_MS;
  let stopped = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/live?game=${game}`);
    socket.onopen = () => {
      waitMs = FIRST_WAIT_MS;
      onState("live");
    };
    socket.onmessage = (message) => onView(JSON.parse(message.data));
    socket.onclose = ({ code }) => {
      if (stopped) return;
      if (code === STRANGER || code === MISSING) {
        onState(code === STRANGER ? "stranger" : "missing");
        return;
      }
      onState("lost");
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
