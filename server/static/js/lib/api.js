// Talking to the server. What goes wrong comes back as an ApiError with a sentence.
import { language, say } from "./words.js";

export class ApiError extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

const MOST_PHOTO_MB = 32;

async function ask(method, path, body, type = "application/json") {
  const options = { method, headers: { "Accept-Language": language() } };
  if (body !== undefined) {
    options.headers["Content-Type"] = type;
    options.body = type === "application/json" ? JSON.stringify(body) : body;
  }
  let answer;
  try {
    answer = await fetch(`/api${path}`, options);
  } catch {
    throw new ApiError(0, say("error.no_server"));
  }
  if (answer.status === 204) return null;
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  throw new ApiError(answer.status, detailOf(text) ?? say("error.status", { status: answer.status }));
}

function detailOf(text) {
  try {
    const detail = String(JSON.parse(text).detail);
    return detail.charAt(0).toUpperCase() + detail.slice(1);
  } catch {
    return null;
  }
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
// The photo goes as it is, without a name: what it is, its bytes say.
export async function postPhoto(path, file) {
  // A server that refuses by length hangs up on the rest, and then nobody hears why.
  if (file.size > MOST_PHOTO_MB * 1024 * 1024) throw new ApiError(413, say("error.big_photo", { most: MOST_PHOTO_MB }));
  return ask("POST", path, file, "application/octet-stream");
}
// A picture that has to be taken first; null where there is none.
export async function postForPicture(path) {
  const answer = await fetch(`/api${path}`, { method: "POST" }).catch(() => null);
  return answer?.ok ? answer.blob() : null;
}
export const remove = (path) => ask("DELETE", path);
export const command = (game, kind, fields = {}) => post(`/games/${game}/commands`, { kind, ...fields });
