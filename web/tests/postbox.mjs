// A mail server that keeps what it is given, for a scenario that opens what was mailed.
import { createServer } from "node:net";
import { createInterface } from "node:readline";

const PATIENCE_MS = 20_000;
/** Where the links in mails lead. */
const ADDRESS = /(\/(?:signup_user_complete|reset_password_complete|do_verify_email|login\/one_time_link)\S*)/;

/** The text of a mail, without its headers. */
function textOf(mail) {
  const [head, ...body] = mail.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** RFC 5321 from the receiver's side, as far as a polite sender goes. */
function receive(socket, keep) {
  let mail;
  socket.on("error", () => socket.destroy());
  socket.write("220 postbox\r\n");
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    if (mail) {
      if (line !== ".") return mail.push(line);
      keep(mail.join("\r\n"));
      mail = undefined;
      socket.write("250 kept\r\n");
    } else if (line === "DATA") {
      mail = [];
      socket.write("354 go on\r\n");
    } else if (line === "QUIT") socket.end("221 bye\r\n");
    else socket.write("250 fine\r\n");
  });
}

/** Starts it; `env` is what a server needs to mail there. */
export async function startPostbox() {
  const mails = [];
  const server = createServer((socket) => receive(socket, (mail) => mails.push(mail)));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    env: {
      MUSTER_EMAIL_SMTP_SERVER: "127.0.0.1",
      MUSTER_EMAIL_SMTP_PORT: String(server.address().port),
      MUSTER_EMAIL_FROM_ADDRESS: "chat@example.test",
    },
    /** Path and query of the address in the next mail to somebody, which is taken out of the box. */
    async addressFor(to) {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const at = mails.findIndex((mail) => new RegExp(`^to: .*${to}`, "im").test(mail));
        if (at >= 0) {
          const text = textOf(mails.splice(at, 1)[0]);
          const found = ADDRESS.exec(text);
          if (!found) throw new Error(`there is no address in ${text}`);
          return found[1];
        }
        if (Date.now() > until) throw new Error(`no mail came to ${to}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    end: () => server.close(),
  };
}
