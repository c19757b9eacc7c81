import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Gate } from '../http/concurrency-limit.ts'

/** Buckets in seconds; few, because each is a series for every route. */
const STEPS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Measures requests by route, never by the typed address, until the start of their answer: streams last for hours, and
 * slow readers are not the server's slowness.
 */
export function measureHttp(app: FastifyInstance, metrics: Registry, gate: Gate) {
  const registers = [metrics]
  const duration = new Histogram({
    name: 'artikul_http_request_duration_seconds',
    help: 'Time from a request to the beginning of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: STEPS,
    registers,
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { url: route = 'none' } = request.routeOptions
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    done(null, payload)
  })
  new Gauge({
    name: 'artikul_http_requests_in_flight',
    help: 'Calls of the API that are being worked on',
    registers,
    collect() {
      this.set(gate.status().inside)
    },
  })
  new Gauge({
    name: 'artikul_http_requests_limit',
    help: 'As many calls of the API are worked on at once; further ones are answered 503',
    registers,
    collect() {
      this.set(gate.status().most)
    },
  })
  new Counter({
    name: 'artikul_http_requests_refused_total',
    help: 'Calls of the API that were answered 503 match_reason too many were being worked on',
    registers,
    collect() {
      this.reset()
      this.inc(gate.status().refused)
    },
  })
  new Gauge({
    name: 'artikul_http_connections',
    help: 'Open connections of the public port',
    registers,
    async collect() {
      this.set(await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count))))
    },
  })
}
