import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Registry } from 'prom-client'

const MAX_CONNECTIONS = 20
const REQUEST_MS = 10_000

interface Place {
  METRICS_PORT?: number | undefined
  METRICS_HOST: string
}

/**
 * Serves metrics on a separate port, which the proxy in front does not expose; the connection closes after the answer.
 */
export async function listenForScrapes(metrics: Registry, { METRICS_PORT, METRICS_HOST }: Place) {
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening')
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
