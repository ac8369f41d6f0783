// @ts-check
// Answers every request with the content of a file: what Node's own server costs without a site.
// node tests/bench/plain-server.mjs FILE; the port is PORT.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const content = readFileSync(process.argv[2] ?? '')
createServer((_request, response) => {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': content.byteLength,
  })
  response.end(content)
}).listen(Number(process.env.PORT), '127.0.0.1')
