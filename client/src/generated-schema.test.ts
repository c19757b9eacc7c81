import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatePartnerTypes, PARTNER_TYPES } from '../../tools/partner-types.ts'

test('types of the client library are those of the released document', async () => {
  // Written by `npm run partner-api:release`.
  expect(readFileSync(PARTNER_TYPES, 'utf8')).toBe(await generatePartnerTypes())
})
