import { ACCOUNTS, expectLoaded, signIn, type Screen, type Visit } from './browser.ts'
import { callAs, chooseCompany, COMPANIES, createPerson, startReceipt, startReconciliation } from './people.ts'
import type { Who } from './walk.data.ts'

interface List<Row> {
  results: Row[]
}

/** Ids of the demonstration for the placeholders of the addresses. */
export type DemoIds = Record<string, number>

/** Finds or creates one of each thing that has a page of its own. */
export async function prepareWalk(): Promise<DemoIds> {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await chooseCompany(client, COMPANIES.volga)
  const first = async <Row>(path: string) => (await client.get<List<Row>>(path)).results[0]
  const orders = await client.get<List<{ id: number; has_invoice: boolean }>>('/orders?page_size=150')
  const found = {
    order: orders.results.find((order) => order.has_invoice)?.id,
    shipment: (await first<{ id: number }>('/shipments?state=shipped'))?.id,
    receipt: await startReceipt(),
    claim: (await first<{ id: number }>('/claims'))?.id,
    reconciliation: await startReconciliation(client),
    invoice: (await first<{ id: number }>('/documents?kind=invoice'))?.id,
    asked: (await first<{ order_id: number }>('/change-approvals'))?.order_id,
  }
  // Creates an invitation email.
  await createPerson('CONTRACTOR_USER', [COMPANIES.volga])
  return Object.fromEntries(Object.entries(found).map(([name, id]) => [name, id ?? 0]))
}

export const nameOf = (who: Who) => (typeof who === 'string' ? who : who.login)

export const addressOf = (path: string, found: DemoIds) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(found[name] ?? 0))

/** Opens the pages one after another as one person and passes each on once loaded. */
export async function walk(
  visit: (screen: Screen, as: { isFirst: boolean }) => Promise<Visit>,
  { screen, who, paths, found }: { screen: Screen; who: Who; paths: readonly string[]; found: DemoIds },
  look: (person: Visit, path: string) => Promise<void>,
) {
  // Public pages also show the cookie notice to a new visitor.
  const person = await visit(screen, { isFirst: who === 'nobody' })
  if (who !== 'nobody') await signIn(person, who)
  for (const path of paths) {
    await person.page.goto(person.origin + addressOf(path, found), { waitUntil: 'commit' })
    await expectLoaded(person.page)
    await look(person, path)
  }
  await person.close()
}
