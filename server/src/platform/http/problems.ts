import { ERRORS, type ErrorCode, type Problem } from '@artikul/contract/core/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { loggable } from '../telemetry/log-error.ts'
import { traceFields } from '../telemetry/trace.ts'

const { localeError: sayInRussian } = z.locales.ru()

/** What is said of a value of which its schema says nothing itself. */
export const fieldErrorMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Заполните поле' : sayInRussian(issue)

/** A body, query or path that does not fit its schema. */
export class InvalidInput extends Error {
  readonly issues: z.core.$ZodIssue[]

  constructor(issues: z.core.$ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}

const FASTIFY_CODES = new Map<string, ErrorCode>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'input.too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'input.unsupported_type'],
])

function fieldErrors(issues: z.core.$ZodIssue[]) {
  return issues.slice(0, 50).flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Неизвестное поле' }))
    return [{ path: path.join('.'), message: issue.message }]
  })
}

/**
 * Connection lost, server shutting down or no longer the leader, no connections or no disk left, a time limit passed
 * (55P03, 57014, 25P03): the program is not broken.
 */
const isDatabaseAway = (error: Error & { code?: unknown }) =>
  typeof error.code === 'string' && /^(ECONN|EPIPE|ENOENT|08|25006|25P03|55P03|57014|57P|53|58)/.test(error.code)

function asAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InvalidInput) return new AppError('input.invalid', { errors: fieldErrors(error.issues) })
  const code = 'code' in error ? FASTIFY_CODES.get(error.code) : undefined
  if (code) return new AppError(code)
  const status = ('statusCode' in error && error.statusCode) || 500
  if (status < 500) return new AppError('input.malformed')
  request.log.error({ err: loggable(error), ...traceFields(request.trace) }, 'request failed')
  return new AppError(isDatabaseAway(error) ? 'unavailable' : 'internal', { retryAfter: 2 })
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

export function problemText({ code, details }: AppError, requestId: string): string {
  const { title, status } = ERRORS[code]
  const { retryAfter: _, ...said } = details
  const problem: Problem = { type: 'about:blank', status, code, title, ...said, request_id: requestId }
  return JSON.stringify(problem)
}

function send(reply: FastifyReply, error: AppError) {
  const { retryAfter } = error.details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(error.status).type(PROBLEM_TYPE).send(problemText(error, reply.request.id))
}

/** Every refusal leaves as problem+json of the closed catalogue; nothing internal leaves. */
export function answerProblems(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => send(reply, asAppError(error, request)))
}

export const answerNotFound = (reply: FastifyReply) => send(reply, new AppError('not_found'))
export const answerMalformed = (reply: FastifyReply) => send(reply, new AppError('input.malformed'))
