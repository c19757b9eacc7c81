import type { FastifyRequest } from 'fastify'

/** On plain http on this machine the browser would drop a Secure cookie; nowhere else is it left out. */
export const isPlainLoopback = (request: FastifyRequest) =>
  request.protocol === 'http' && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.host)
