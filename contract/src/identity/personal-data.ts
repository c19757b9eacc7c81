import { z } from 'zod'
import { PathId, Version } from '../core/fields.ts'
import { FILE, defineRoutes } from '../core/route.ts'

const PERSON = '/api/v1/manager/user/admin/user/:user_id'
const UserIdParams = z.strictObject({ user_id: PathId })

/** Personal data of a person (152-ФЗ, ст. 14, 20, 21): export as one file, and erasure. */
export const personalDataRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: '/api/v1/user/personal_data',
    summary: 'Всё, что портал хранит о вас: архив таблиц XLSX',
    access: 'signed-in',
    selfOnly: true,
    reply: FILE,
  },
  ofUser: {
    method: 'GET',
    path: `${PERSON}/personal_data`,
    summary: 'То же о пользователе, по его письменному запросу; выгрузка видна ему и в журнале',
    access: 'users:manage',
    params: UserIdParams,
    reply: FILE,
  },
  erase: {
    method: 'POST',
    path: `${PERSON}/erase`,
    summary: 'Обезличить заблокированного пользователя; вернуть нельзя, повтор ничего не меняет',
    access: 'users:manage',
    params: UserIdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: z.object({ version: Version }),
  },
})
