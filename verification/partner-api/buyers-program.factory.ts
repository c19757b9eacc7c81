import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOffer, buildProduct } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildShop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildKey } from '../../server/src/modules/integrations/partner-api/api-keys.factory.ts'
import type { TestApp } from '../../server/src/testing/test-app.ts'

export const ROOT: string = join(import.meta.dirname, '../..')

/** Code in this language in a document, block by block. */
export const codeOf = (file: string, language: string): string[] =>
  Array.from(
    readFileSync(join(ROOT, file), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')),
    ([, code = '']) => code,
  )

/** Starts to listen with the part that the examples of the documents order. @returns the environment of a program */
export async function openShop(test_: TestApp) {
  const { db } = test_.database
  const shop = await buildShop(test_)
  const product = await buildProduct(db, { brand: 'HYUNDAI/KIA', article: '26300-35503' })
  await buildOffer(db, product.id, shop.warehouseId, { on_hand: 100, qty_text: '100' })
  const { token } = await buildKey(test_, shop.client, { consignee_id: shop.consigneeId })
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test_.app.server.address() as AddressInfo // a TCP server
  return { ARTIKUL_URL: `http://127.0.0.1:${port}/api/partner/v1`, ARTIKUL_KEY: token }
}

interface Place {
  cwd: string
  env?: Record<string, string>
}

interface Failure extends Error {
  stdout: string
  stderr: string
}

/** Runs a program to its end. @returns what it printed; a failure carries it too */
export async function run(program: string, args: readonly string[], { cwd, env = {} }: Place): Promise<string> {
  const settings = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  try {
    return (await promisify(execFile)(program, args, settings)).stdout
  } catch (error) {
    const { message, stdout, stderr } = error as Failure // as `execFile` fails
    throw new Error([message, stdout, stderr].join('\n'), { cause: error })
  }
}
