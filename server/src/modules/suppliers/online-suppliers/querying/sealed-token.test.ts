import { expect, test } from 'vitest'
import { createReferences, type KnownOffer } from './sealed-token.ts'

const [SECRET, OTHER] = ['a secret of the settings, long enough', 'another secret of the settings, as long']
const clockAt = (time: string) => ({ now: () => new Date(`2026-11-17T${time}Z`) })
const ours = createReferences(clockAt('09:00:00'), SECRET)
const OUTDATED = { code: 'offer.outdated' }

test('offer reference opens for its company within 15 minutes and hides the purchase price', async () => {
  const reference = await ours.seal(OFFER, 7)
  expect(await ours.open(reference, 7)).toEqual(OFFER)
  expect(await createReferences(clockAt('09:14:59'), SECRET).open(reference, 7)).toEqual(OFFER)
  expect(await createReferences(clockAt('09:01:00'), OTHER, SECRET).open(reference, 7)).toEqual(OFFER)
  expect(Buffer.from(reference, 'base64url').toString('latin1')).not.toContain('77701')
})

test('offer reference is rejected for another company, another secret, tampering or after 15 minutes', async () => {
  const reference = await ours.seal(OFFER, 7)
  const at = reference.length - 40
  const changed = reference.slice(0, at) + (reference[at] === 'A' ? 'B' : 'A') + reference.slice(at + 1)
  await expect(ours.open(reference, 8)).rejects.toMatchObject(OUTDATED)
  await expect(createReferences(clockAt('09:00:00'), OTHER).open(reference, 7)).rejects.toMatchObject(OUTDATED)
  await expect(ours.open(changed, 7)).rejects.toMatchObject(OUTDATED)
  await expect(ours.open('anything', 7)).rejects.toMatchObject(OUTDATED)
  await expect(createReferences(clockAt('09:15:01'), SECRET).open(reference, 7)).rejects.toMatchObject(OUTDATED)
})

const OFFER: KnownOffer = {
  supplierId: 1,
  warehouseId: 2,
  brandId: 3,
  brand: 'MAHLE',
  article: 'OC 90',
  articleKey: 'OC90',
  name: 'Фильтр масляный',
  purchaseKop: 77_701,
  qty: 4,
  qtyExact: true,
  qtyText: '4',
  multiplicity: 1,
  termDays: 2,
  probability: null,
  noReturn: false,
  handle: { itemKey: 'k1' },
}
