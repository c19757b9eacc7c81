import { authRoutes as routes } from '@artikul/contract/identity/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { isPlainLoopback, serve, type Handles } from '../../../platform/http/index.ts'
import type { AuthDeps, Caller } from './auth-deps.ts'
import type { Sessions } from './sessions.ts'
import { endImpersonation, refreshImpersonation, startImpersonation } from './impersonation.ts'
import { refreshSession, signOut } from './refresh.ts'
import { signIn } from './sign-in.ts'

const REFRESH_SECONDS = 30 * 86_400

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

/** Two cookies of the same name: one was injected, and they cannot be distinguished. */
function refuseDoubleCookie(request: FastifyRequest) {
  const header = request.headers.cookie ?? ''
  const name = cookieName(request)
  const count = header.split(';').filter((pair) => pair.trim().startsWith(`${name}=`)).length
  if (count > 1) throw new AppError('input.malformed')
}

/** Requires that calls authorised by a cookie alone come from the portal's own pages. */
function refuseForeignOrigin(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  const { origin, host } = request.headers
  const isForeign = (site !== undefined && site !== 'same-origin' && site !== 'none') || isOtherHost(origin, host)
  if (isForeign) throw new AppError('auth.foreign_origin')
}

const isOtherHost = (origin: string | undefined, host: string | undefined) =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)

export const authCallerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
})

/** Returns the refresh cookie of a call from the portal's own page. */
function presentedCookie(request: FastifyRequest): string | undefined {
  refuseForeignOrigin(request)
  refuseDoubleCookie(request)
  return request.cookies[cookieName(request)] || undefined
}

function requireCookie(request: FastifyRequest): string {
  const presented = presentedCookie(request)
  if (presented === undefined) throw new AppError('auth.required')
  return presented
}

export function authModule(app: FastifyInstance, database: Handles, deps: AuthDeps, sessions: Sessions) {
  serve(app, database, routes.pair, async ({ body, request, reply }) => {
    const pair = await signIn(deps, body, authCallerOf(request), presentedCookie(request))
    setRefreshCookie(request, reply, pair.refreshToken, REFRESH_SECONDS)
    return { access_token: pair.accessToken }
  })

  serve(app, database, routes.refresh, async ({ request, reply }) => {
    const pair = await refreshSession(deps, requireCookie(request), authCallerOf(request))
    setRefreshCookie(request, reply, pair.refreshToken, REFRESH_SECONDS)
    return { access_token: pair.accessToken }
  })

  serve(app, database, routes.verify, async ({ body }) => {
    if (!(await sessions.authenticate(body.token, false))) throw new AppError('auth.session_ended')
    return {}
  })

  serve(app, database, routes.logout, async ({ request, reply }) => {
    const presented = presentedCookie(request)
    if (presented !== undefined) await signOut(deps, presented, authCallerOf(request))
    sessions.forget()
    setRefreshCookie(request, reply, '', 0)
    return {}
  })

  serve(app, database, routes.impersonate, async ({ request, reply, params }) => {
    const pair = await startImpersonation(deps, requireCookie(request), params.user_id, authCallerOf(request))
    setRefreshCookie(request, reply, pair.refreshToken, REFRESH_SECONDS)
    return { access_token_impersonate: pair.impersonationToken }
  })

  serve(app, database, routes.refreshImpersonation, async ({ request, reply }) => {
    const pair = await refreshImpersonation(deps, requireCookie(request), authCallerOf(request))
    setRefreshCookie(request, reply, pair.refreshToken, REFRESH_SECONDS)
    return { access_token_impersonate: pair.impersonationToken }
  })

  serve(app, database, routes.endImpersonation, async ({ request }) => {
    const presented = presentedCookie(request)
    if (presented !== undefined) await endImpersonation(deps, presented, authCallerOf(request))
    sessions.forget()
    return {}
  })
}
