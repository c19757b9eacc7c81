import { expect, test } from 'vitest'
import { API } from './api.ts'

/** Calls of the specification, section 7. */
const CALLS = [
  'POST /api/v1/token/pair',
  'POST /api/v1/token/logout',
  'POST /api/v1/token/verify',
  'POST /api/v1/token/refresh',
  'POST /api/v1/token/impersonate/refresh',
  'POST /api/v1/token/impersonate/:user_id/pair',
  'POST /api/v1/token/impersonate/logout',
  'GET /api/v1/user/',
  'GET /api/v1/manager/user/',
  'GET /api/v1/contractors/',
  'PATCH /api/v1/user/change_current_contractor/:contractor_id',
  'GET /api/v1/user/admin/user/',
  'GET /api/v1/manager/user/admin/user/',
  'PATCH /api/v1/user/admin/user/:user_id',
  'PATCH /api/v1/manager/user/admin/user/:user_id',
  'PATCH /api/v1/manager/user/',
  'POST /api/v1/user/admin/user/',
]

test.each(CALLS)('%s has exactly the path of the specification', (call) => {
  const calls = Object.values(API).flatMap((routes) =>
    Object.values(routes).map((route) => `${route.method} ${route.path}`),
  )
  expect(calls).toContain(call)
})
