import { ERRORS, type ErrorCode, type Problem } from '@artikul/contract/core/errors'
import { isDatabaseAway, isTimeLimitExceeded } from '../db/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { loggable } from '../telemetry/log-error.ts'
import { traceFields } from '../telemetry/trace.ts'

const { localeError: sayInRussian } = z.locales.ru()

/** Default message for a value whose schema defines none. */
export const fieldErrorMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Заполните поле' : sayInRussian(issue)

/** Body, query or path that does not match its schema. */
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

function asAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InvalidInput) return new AppError('input.invalid', { errors: fieldErrors(error.issues) })
  const code = 'code' in error ? FASTIFY_CODES.get(error.code) : undefined
  if (code) return new AppError(code)
  const status = ('statusCode' in error && error.statusCode) || 500
  if (status < 500) return new AppError('input.malformed')
  request.log.error({ err: loggable(error), ...traceFields(request.trace) }, 'request failed')
  return new AppError(isDatabaseAway(error) || isTimeLimitExceeded(error) ? 'unavailable' : 'internal', {
    retryAfter: 2,
  })
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

export function problemText({ code, details }: AppError, requestId: string): string {
  const { title, status } = ERRORS[code]
  const { retryAfter: _, ...publicDetails } = details
  const problem: Problem = { type: 'about:blank', status, code, title, ...publicDetails, request_id: requestId }
  return JSON.stringify(problem)
}

function send(reply: FastifyReply, error: AppError) {
  const { retryAfter } = error.details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(error.status).type(PROBLEM_TYPE).send(problemText(error, reply.request.id))
}

/** Answers every refusal as problem+json of the closed catalogue, without internal details. */
export function answerProblems(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => send(reply, asAppError(error, request)))
}

export const answerNotFound = (reply: FastifyReply) => send(reply, new AppError('not_found'))
export const answerMalformed = (reply: FastifyReply) => send(reply, new AppError('input.malformed'))
