// What the tests of the npm client share: named checks, an inbox of events, and a wire that can be cut.
const assert = require("node:assert/strict");
const net = require("node:net");

const EVENT_LIMIT_MS = 10_000;

let failures = 0;

/** Prints `ok what`, or `FAIL what: why` and goes on. */
async function check(what, act) {
    try {
        await act();
        console.log(`ok ${what}`);
    } catch (problem) {
        failures += 1;
        console.log(`FAIL ${what}: ${String(problem.message ?? problem).split("\n").join(" ")}`);
    }
}

/** Fails unless `act` is refused with this status. */
async function refused(status, act) {
    try {
        await act();
    } catch (problem) {
        assert.equal(problem.status_code, status, `${problem.status_code} ${problem.server_error_id}`);
        assert.ok(problem.server_error_id, "the refusal names its error");
        return;
    }
    throw new Error(`expected a refusal with ${status}`);
}

/** Keeps what a listener receives; `wait` resolves with the first event that matches. */
class Inbox {
    events = [];
    #waiting = new Set();

    put(event) {
        this.events.push(event);
        for (const look of [...this.#waiting]) look();
    }

    names() {
        return this.events.map((event) => event.event);
    }

    wait(what, matches) {
        return new Promise((resolve, reject) => {
            const look = () => {
                const found = this.events.find(matches);
                if (!found) return;
                clearTimeout(limit);
                this.#waiting.delete(look);
                resolve(found);
            };
            const limit = setTimeout(() => {
                this.#waiting.delete(look);
                reject(new Error(`no ${what} among ${this.names()}`));
            }, EVENT_LIMIT_MS);
            this.#waiting.add(look);
            look();
        });
    }

    /** The posted message with this text. */
    posted(text) {
        return this.wait(`post ${text}`, (event) => event.event === "posted" && JSON.parse(event.data.post).message === text);
    }
}

/** A TCP relay in front of the server: `cut` drops every connection and refuses new ones until `mend`. */
class Wire {
    #sockets = new Set();
    #whole = true;

    static async to(port) {
        const wire = new Wire();
        wire.server = net.createServer((near) => {
            if (!wire.#whole) return near.destroy();
            const far = net.connect(port, "127.0.0.1");
            for (const [one, other] of [[near, far], [far, near]]) {
                wire.#sockets.add(one);
                one.on("data", (bytes) => other.write(bytes));
                one.on("error", () => one.destroy());
                one.on("close", () => {
                    wire.#sockets.delete(one);
                    other.destroy();
                });
            }
        });
        await new Promise((ready) => wire.server.listen(0, "127.0.0.1", ready));
        wire.port = wire.server.address().port;
        return wire;
    }

    cut() {
        this.#whole = false;
        for (const socket of this.#sockets) socket.resetAndDestroy();
    }

    mend() {
        this.#whole = true;
    }
}

function finish() {
    process.exit(failures ? 1 : 0);
}

module.exports = {Inbox, Wire, check, finish, refused};
