// Checks the signature of each alert and forwards it as text to a chat's webhook. Settings: ALERT_SECRET, CHAT_URL
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const maxBytes = 16_384

createServer((request, response) => {
  forward(request, response).catch(() => response.writableEnded || response.writeHead(502).end())
}).listen(8080)

async function forward(request, response) {
  const [time, signature] = ['time', 'signature'].map((name) => String(request.headers[`x-callback-${name}`]))
  // Alerts are small and give their length, so a longer or endless body is not read.
  if (!(Number(request.headers['content-length']) <= maxBytes)) return response.writeHead(413).end()
  const body = await text(request)
  const digest = createHmac('sha256', process.env.ALERT_SECRET).update(`${time}.${body}`).digest()
  const given = Buffer.from(signature, 'hex')
  const isSigned = given.length === digest.length && timingSafeEqual(given, digest)
  if (!isSigned || Math.abs(Date.now() - Number(time)) > 300_000) return response.writeHead(401).end()
  // Sites before 1.1 send no text.
  const { event, text: sentence = event, url = '' } = JSON.parse(body)
  const message = JSON.stringify({ text: `${sentence} ${url}`.trim() })
  const headers = { 'Content-Type': 'application/json' }
  const { status } = await fetch(process.env.CHAT_URL, { method: 'POST', headers, body: message })
  response.writeHead(status).end()
}
