const node = `// WEBHOOK_SECRET=… PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);

/** The body is what came, byte by byte: parse it afterwards. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest();
  // While a secret changes there are two.
  return signatures.split(' ').some((one) => {
    const [version, value = ''] = one.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  console.log('genuine', request.headers['webhook-id']);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 8080);
`;

const python = `# WEBHOOK_SECRET=… PORT=8080 python3 receiver.py
import base64, hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = os.environ["WEBHOOK_SECRET"]
key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def is_genuine(headers, body):
    """The body is what came, byte by byte: parse it afterwards."""
    id, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not moment.isdigit() or abs(time.time() - int(moment)) > 300:
        return False
    digest = hmac.new(key, f"{id}.{moment}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # While a secret changes there are two.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            print("genuine", self.headers["webhook-id"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`;

const go = `// WEBHOOK_SECRET=… PORT=8080 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func key() []byte {
	secret := os.Getenv("WEBHOOK_SECRET")
	if encoded, found := strings.CutPrefix(secret, "whsec_"); found {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return decoded
		}
	}
	return []byte(secret)
}

// The body is what came, byte by byte: parse it afterwards.
func isGenuine(header http.Header, body []byte) bool {
	id, moment := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(moment, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key())
	fmt.Fprintf(mac, "%s.%s.%s", id, moment, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// While a secret changes there are two.
	for _, one := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !isGenuine(r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println("genuine", r.Header.Get("webhook-id"))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}
`;

/** The bytes of a secret in hexadecimal, and what they make of a message. */
const shellSignature = `case "$WEBHOOK_SECRET" in
  whsec_*) key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n') ;;
  *) key=$(printf %s "$WEBHOOK_SECRET" | od -An -v -tx1 | tr -d ' \\n') ;;
esac
sign() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A; }
`;

const shell = `# A message that was kept: its body as it came in body.json, and three of its headers here.
# WEBHOOK_SECRET=… ID=… TIMESTAMP=… SIGNATURE='v1,…' sh verify.sh
${shellSignature}
age=$(($(date +%s) - TIMESTAMP))
if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then echo 'too old'; exit 1; fi
expected="v1,$({ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } | sign)"
for one in $SIGNATURE; do
  if [ "$one" = "$expected" ]; then echo genuine; exit 0; fi
done
echo forged
exit 1
`;

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curl = (url: string) => `# Sends a message of yours, signed, to try the receiver: WEBHOOK_SECRET=… sh send.sh
${shellSignature}
body='{"domain":"artifact","event_type":"deployed","data":{"repo_key":"libs","path":"a.jar"}}'
id=msg_by_hand
timestamp=\${TIMESTAMP:-$(date +%s)}
curl --fail-with-body --silent --show-error ${quote(url)} \\
  -H 'content-type: application/json' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $timestamp" \\
  -H "webhook-signature: v1,$(printf '%s.%s.%s' "$id" "$timestamp" "$body" | sign)" \\
  -d "$body"
`;

export type SnippetId = 'node' | 'python' | 'golang' | 'shell' | 'curl' | 'node-key' | 'golang-key';

export interface VerifySnippet {
  readonly id: SnippetId;
  readonly title: string;
  /** What it is to be called. */
  readonly file: string;
  readonly code: string;
}

/** Programs that tell genuine messages from others with nothing but what the language brings along, and one that sends a genuine one there. */
export const getVerifySnippets = (url: string): readonly VerifySnippet[] => [
  { id: 'node', title: 'Node.js', file: 'receiver.mjs', code: node },
  { id: 'python', title: 'Python', file: 'receiver.py', code: python },
  { id: 'golang', title: 'Go', file: 'receiver.go', code: go },
  { id: 'shell', title: 'Shell', file: 'verify.sh', code: shell },
  { id: 'curl', title: 'curl', file: 'send.sh', code: curl(url === '' ? 'https://hooks.example.org/packages' : url) },
];
