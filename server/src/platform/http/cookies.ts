import type { FastifyRequest } from 'fastify'

/** Plain http on the local machine, where browsers drop a Secure cookie; everywhere else it is set. */
export const isPlainLoopback = (request: FastifyRequest) =>
  request.protocol === 'http' && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.host)
