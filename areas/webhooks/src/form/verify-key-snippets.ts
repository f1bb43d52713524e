import type { VerifySnippet } from './verify-snippets.ts';

const node = `// WEBHOOK_PUBLIC_KEY=whpk_… PORT=8080 node key-receiver.mjs
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';

const raw = Buffer.from(process.env.WEBHOOK_PUBLIC_KEY.replace(/^whpk_/, ''), 'base64');
const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } });

/** The body is what came, byte by byte: parse it afterwards. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const signed = Buffer.concat([Buffer.from(\`\${id}.\${time}.\`), body]);
  // While a key changes there are two.
  return signatures.split(' ').some((one) => {
    const [version, value = ''] = one.split(',');
    return version === 'v1a' && verify(null, signed, key, Buffer.from(value, 'base64'));
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

const go = `// WEBHOOK_PUBLIC_KEY=whpk_… PORT=8080 go run key-receiver.go
package main

import (
	"crypto/ed25519"
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

func key() ed25519.PublicKey {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_PUBLIC_KEY"), "whpk_"))
	if err != nil || len(raw) != ed25519.PublicKeySize {
		log.Fatal("WEBHOOK_PUBLIC_KEY is no key")
	}
	return raw
}

// The body is what came, byte by byte: parse it afterwards.
func isGenuine(key ed25519.PublicKey, header http.Header, body []byte) bool {
	id, moment := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(moment, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	signed := append([]byte(id+"."+moment+"."), body...)
	// While a key changes there are two.
	for _, one := range strings.Fields(header.Get("webhook-signature")) {
		value, found := strings.CutPrefix(one, "v1a,")
		signature, err := base64.StdEncoding.DecodeString(value)
		if found && err == nil && ed25519.Verify(key, signed, signature) {
			return true
		}
	}
	return false
}

func main() {
	key := key()
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !isGenuine(key, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println("genuine", r.Header.Get("webhook-id"))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}
`;

/** Programs that verify with the public key of a webhook, and with nothing but what the language brings along. */
export const keySnippets: readonly VerifySnippet[] = [
  { id: 'node-key', title: 'Node.js', file: 'key-receiver.mjs', code: node },
  { id: 'golang-key', title: 'Go', file: 'key-receiver.go', code: go },
];
