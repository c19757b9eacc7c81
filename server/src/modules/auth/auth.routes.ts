import { authRoutes as routes } from '@artikul/contract/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import { refreshSession, signIn, signOut, type AuthDeps } from './auth.service.ts'
import type { Sessions } from './auth.sessions.ts'

const REFRESH_SECONDS = 30 * 86_400

/** On plain http on this machine the browser would drop a Secure cookie; nowhere else is it left out. */
const isPlainLoopback = (request: FastifyRequest) =>
  request.protocol === 'http' && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.host)

const cookieName = (request: FastifyRequest) =>
  isPlainLoopback(request) ? 'artikul_refresh' : '__Secure-artikul_refresh'

function setRefreshCookie(request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number) {
  reply.setCookie(cookieName(request), token, {
    path: '/api/v1/token',
    httpOnly: true,
    secure: !isPlainLoopback(request),
    sameSite: 'strict',
    maxAge,
  })
}

/** Calls that a cookie alone authorises must come from our own pages. */
function refuseForeignOrigin(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  const { origin, host } = request.headers
  const isForeign = (site !== undefined && site !== 'same-origin' && site !== 'none') || isOtherHost(origin, host)
  if (isForeign) throw new AppError('auth.foreign_origin')
}

const isOtherHost = (origin: string | undefined, host: string | undefined) =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)

export function authModule(app: FastifyInstance, database: Handles, deps: AuthDeps, sessions: Sessions) {
  serve(app, database, routes.pair, async ({ body, request, reply }) => {
    refuseForeignOrigin(request)
    const caller = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    const pair = await signIn(deps, body, caller)
    setRefreshCookie(request, reply, pair.refreshToken, REFRESH_SECONDS)
    return { access_token: pair.accessToken }
  })

  serve(app, database, routes.refresh, async ({ request, reply }) => {
    refuseForeignOrigin(request)
    const presented = request.cookies[cookieName(request)]
    if (!presented) throw new AppError('auth.required')
    const pair = await refreshSession(deps, presented)
    setRefreshCookie(request, reply, pair.refreshToken, REFRESH_SECONDS)
    return { access_token: pair.accessToken }
  })

  serve(app, database, routes.verify, async ({ body }) => {
    if (!(await sessions.authenticate(body.token, false))) throw new AppError('auth.session_ended')
    return {}
  })

  serve(app, database, routes.logout, async ({ request, reply }) => {
    refuseForeignOrigin(request)
    const presented = request.cookies[cookieName(request)]
    if (presented) await signOut(deps, presented)
    sessions.forget()
    setRefreshCookie(request, reply, '', 0)
    return {}
  })
}
