import type { EnvironmentSetting } from '@artikul/contract/workspace/environment'
import { expect, test } from 'vitest'
import { Settings } from '../../../platform/config.ts'
import { buildParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { ENVIRONMENT } from './environment.data.ts'

const test_ = useTestApp({ PRODUCT_NAME: 'Ромашка', DADATA_KEY: 'secret-of-dadata' })

test('every setting of the environment is described', () => {
  const described = Object.values(ENVIRONMENT).flatMap((group) => Object.keys(group))
  expect(described.toSorted()).toEqual(Object.keys(Settings.shape).toSorted())
})

test('settings of the environment are shown to administrators without secrets', async () => {
  const parties = await buildParties(test_.database.db)
  const list = async (headers: object = {}) =>
    send<{ results: EnvironmentSetting[] }>(test_, { url: '/api/v1/environment-settings', headers: { ...headers } })
  expect((await list()).status).toBe(401)
  expect((await list(await loginAs(test_, parties.admin))).status).toBe(403)
  const { json, text } = await list(await loginAs(test_, parties.manager))
  const find = (name: string) => json.results.find((setting) => setting.name === name)
  expect(find('PRODUCT_NAME')).toMatchObject({ group: 'Портал', value: 'Ромашка', is_set: true })
  expect(find('DADATA_KEY')).toMatchObject({ value: null, is_set: true })
  expect(find('LAXIMO_LOGIN')).toMatchObject({ value: null, is_set: false })
  expect(text).not.toContain('secret-of-dadata')
  expect(text).not.toContain('postgres://')
})
