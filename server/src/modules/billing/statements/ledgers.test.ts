import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { selectStatementRows, selectTurnover, selectUnpaidSums } from './settlements.queries.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { payableShipments, selectContractBalances } from '../../companies/credit/index.ts'

const LEDGERS = 2000
/** Number of ledgers for which debt ages and the statement are queried too, one after another. */
const READ = 100
const TODAY = '2026-11-21'

const test_ = useTestApp()

const roll = dice(20_261_121)
let companyId = 0
const ledgers: Ledger[] = []

beforeAll(writeLedgers, 120_000)

test('two thousand ledgers match a plain reference calculation', async () => {
  const db = test_.database.forTenant('any')
  const ids = ledgers.map(({ contract }) => contract)
  const standings = await selectContractBalances(db, ids, TODAY)
  const { rows } = await sql<{ id: number; left_kop: number }>`
    with ${payableShipments(sql`contract_id = any(${ids}::integer[])`)} select id, left_kop from payable`.execute(db)
  const left = new Map(rows.map(({ id, left_kop: kop }) => [id, kop]))
  let overdue = 0
  for (const ledger of ledgers) {
    const slow = slowly(ledger)
    expect([ledger.contract, standings.get(ledger.contract)]).toMatchObject([ledger.contract, slow.standing])
    for (const [id, kop] of slow.left) expect([id, left.get(id)]).toEqual([id, kop])
    if (slow.standing.overdue_kop > 0) overdue += 1
  }
  // Both cases occur often enough among the random ledgers.
  expect(overdue).toBeGreaterThan(LEDGERS / 10)
  expect(overdue).toBeLessThan((LEDGERS * 9) / 10)
})

test('debt ages and statements of any period add up to the same totals', async () => {
  const db = test_.database.forTenant(companyId)
  for (const ledger of ledgers.slice(0, READ)) {
    const scope = { contractorId: companyId, contractId: ledger.contract }
    const sums = await selectUnpaidSums(db, scope, { today: TODAY, most: 366 })
    const slow = slowly(ledger)
    expect(sum(sums.flatMap(({ age, left_kop: kop }) => (age === null ? [] : [kop])))).toBe(
      sum([...slow.left.values()]),
    )
    const [from, to] = [dayOf(roll(60)), dayOf(60 + roll(60))]
    const moved = [
      ...ledger.shipments.map(({ day, kop }) => [dayOf(day), kop] as const),
      ...ledger.shipments.flatMap(({ corrected }) =>
        corrected ? [[dayOf(corrected.day), -corrected.kop] as const] : [],
      ),
      ...ledger.payments.map(({ day, kop }) => [dayOf(day), -kop] as const),
      ...ledger.entries.map(({ day, kop }) => [dayOf(day), kop] as const),
    ]
    const within = moved.filter(([day]) => day >= from && day <= to)
    expect(await selectTurnover(db, scope, { from, to })).toEqual({
      opening_kop: sum(moved.flatMap(([day, kop]) => (day < from ? [kop] : []))),
      debit_kop: sum(within.flatMap(([, kop]) => (kop > 0 ? [kop] : []))),
      credit_kop: sum(within.flatMap(([, kop]) => (kop < 0 ? [-kop] : []))),
      count: within.length,
    })
    const rows = await selectStatementRows(db, scope, { from, to }, 100)
    expect(
      rows.map(({ debit_kop, credit_kop }) => debit_kop - credit_kop).toSorted((one, other) => one - other),
    ).toEqual(within.map(([, kop]) => kop).toSorted((one, other) => one - other))
    expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).toSorted())
  }
})

async function writeLedgers() {
  test_.clock.set(`${TODAY}T09:00:00Z`)
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const company = await buildContractor(db, { sellerIds: [seller.id] })
  companyId = company.id
  const user = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [companyId] })
  await write(seller.id, user.id, (await buildConsignee(db, companyId, { is_default: true })).id)
}

/** Pseudo-random generator, deterministic for a seed. */
function dice(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const dayOf = (number: number) => new Date(Date.UTC(2026, 7, 1) + number * 86_400_000).toISOString().slice(0, 10)

interface Shipment {
  id: number
  contract: number
  day: number
  due: number
  kop: number
  corrected: { kop: number; day: number } | null
  disputed: { kop: number; day: number } | null
}

interface Payment {
  contract: number
  day: number
  kop: number
}

/** Entry for an earlier debt or an offset. */
interface Entry {
  id: number
  contract: number
  day: number
  due: number
  /** Negative sums are in the buyer's favour. */
  kop: number
}

interface Ledger {
  contract: number
  disputesBlock: boolean
  shipments: Shipment[]
  payments: Payment[]
  entries: Entry[]
}

function rollLedger(contract: number): Ledger {
  const shipments = Array.from({ length: roll(6) }, (): Shipment => {
    const day = roll(112)
    const kop = 100 + roll(1_000_000)
    const about = { kop: 1 + roll(kop), day: Math.min(day + roll(20), 112) }
    const kind = roll(10)
    return {
      id: 0,
      contract,
      day,
      due: day + roll(60),
      kop,
      corrected: kind === 0 ? about : null,
      disputed: kind === 1 ? about : null,
    }
  })
  const payments = Array.from({ length: roll(6) }, () => ({ contract, day: roll(112), kop: 100 + roll(1_500_000) }))
  const entries = Array.from({ length: Math.max(roll(5) - 2, 0) }, () => {
    const day = roll(112)
    const kop = 100 + roll(500_000)
    return { id: 0, contract, day, due: day + roll(60), kop: roll(2) === 0 ? kop : -kop }
  })
  return { contract, disputesBlock: roll(3) === 0, shipments, payments, entries }
}

async function write(sellerId: number, userId: number, consigneeId: number) {
  const { db } = test_.database
  const { rows } = await sql<{ id: number }>`
    insert into contracts (seller_id, contractor_id, number, signed_on, prepayment_percent, deferment_days, limit_kop, is_default)
    select ${sellerId}, ${companyId}, 'Л-' || at, '2026-01-12', 0, 30, 100000000, false
    from generate_series(1, ${LEDGERS}::integer) at returning id`.execute(db)
  ledgers.push(...rows.map(({ id }) => rollLedger(id)))
  const sent = ledgers.flatMap(({ shipments }) => shipments)
  const by = sql`${sellerId}, ${companyId}, ${userId}, ${userId}`
  const columns = sql.raw('seller_id, contractor_id, actor_id, subject_id')
  const json = (items: object[]) => sql`jsonb_array_elements(${JSON.stringify(items)}::text::jsonb)`
  await sql`update contracts set disputes_block = true
    where id = any(${ledgers.flatMap((ledger) => (ledger.disputesBlock ? [ledger.contract] : []))}::integer[])`.execute(
    db,
  )
  const made = await sql<{ id: number }>`
    insert into shipments (number, contract_id, consignee_id, shipped_on, accept_until, due_on, total_kop, vat_kop, ${columns})
    select 'Л-' || place, (one->>'contract')::integer, ${consigneeId}, (one->>'shipped')::date, (one->>'shipped')::date,
      (one->>'due_on')::date, (one->>'kop')::bigint, 0, ${by}
    from ${json(sent.map((one) => ({ ...one, shipped: dayOf(one.day), due_on: dayOf(one.due) })))} with ordinality rolled (one, place)
    order by place returning id`.execute(db)
  for (const [at, one] of sent.entries()) one.id = made.rows[at]?.id ?? 0
  const claimed = sent.flatMap((one) => {
    const about = one.corrected ?? one.disputed
    return about ? [{ ...one, about: about.kop, on: dayOf(about.day), is_over: one.corrected !== null }] : []
  })
  const claims = await sql<{ id: number }>`
    insert into claims (number, kind, outcome, state, ended_at, contract_id, consignee_id, shipment_id, disputed_kop, asker_id,
      answer_by, created_at, ${columns})
    select 'Л-' || place, 'shortage', 'money', case when over then 'closed' else 'submitted' end,
      case when over then (one->>'on')::timestamptz end, (one->>'contract')::integer, ${consigneeId}, (one->>'id')::integer,
      case when over then 0 else (one->>'about')::bigint end, ${userId}, (one->>'on')::date,
      (one->>'on')::timestamptz + interval '9 hours', ${by}
    from (select one, place, (one->>'is_over')::boolean as over from ${json(claimed)} with ordinality rolled (one, place)) rolled
    order by place returning id`.execute(db)
  await sql`
    insert into corrections (number, contract_id, shipment_id, claim_id, made_on, sum_kop, vat_kop, created_at, ${columns})
    select 'Л-' || place, (one->>'contract')::integer, (one->>'id')::integer, (one->>'claim')::integer, (one->>'on')::date,
      (one->>'about')::bigint, 0, now(), ${by}
    from ${json(claimed.map((one, at) => ({ ...one, claim: claims.rows[at]?.id })))} with ordinality rolled (one, place)
    where (one->>'is_over')::boolean`.execute(db)
  const entered = ledgers.flatMap(({ entries }) => entries)
  const written = await sql<{ id: number }>`
    insert into ledger_entries (kind, number, contract_id, day, due_on, debit_kop, credit_kop, created_at, ${columns})
    select 'opening', 'Л-' || place, (one->>'contract')::integer, (one->>'on')::date,
      case when kop > 0 then (one->>'due_on')::date end, greatest(kop, 0), greatest(-kop, 0), now(), ${by}
    from (
      select one, place, (one->>'kop')::bigint as kop
      from ${json(entered.map((one) => ({ ...one, on: dayOf(one.day), due_on: dayOf(one.due) })))} with ordinality rolled (one, place)
    ) rolled order by place returning id`.execute(db)
  for (const [at, one] of entered.entries()) one.id = written.rows[at]?.id ?? 0
  await sql`
    insert into payments (number, contract_id, paid_on, sum_kop, ${columns})
    select place::text, (one->>'contract')::integer, (one->>'paid')::date, (one->>'kop')::bigint, ${by}
    from ${json(ledgers.flatMap(({ payments }) => payments.map((one) => ({ ...one, paid: dayOf(one.day) }))))}
      with ordinality rolled (one, place)`.execute(db)
}

const sum = (sums: number[]) => sums.reduce((all, one) => all + one, 0)

const owedOf = ({ kop, corrected }: Owed) => kop - (corrected?.kop ?? 0)

type Owed = Pick<Shipment, 'id' | 'due' | 'kop' | 'corrected' | 'disputed'>

/** Shipments and other debts by due date; entries have ids below zero. */
const owedIn = ({ shipments, entries }: Ledger): Owed[] =>
  [
    ...shipments,
    ...entries.flatMap(({ id, ...one }) => (one.kop > 0 ? [{ ...one, id: -id, corrected: null, disputed: null }] : [])),
  ].toSorted((one, other) => one.due - other.due || one.id - other.id)

/** All sums that reduce the debt. */
const creditsIn = ({ payments, entries }: Ledger) => [
  ...payments,
  ...entries.flatMap(({ day, kop }) => (kop < 0 ? [{ day, kop: -kop }] : [])),
]

/** Distributes money to the earliest due date first and returns the rest of each debt. */
function leftOf(owed: [Owed, number][], money: number): Map<number, number> {
  let purse = money
  return new Map(
    owed.map(([{ id }, kop]) => {
      const paidKop = Math.min(purse, kop)
      purse -= paidKop
      return [id, kop - paidKop]
    }),
  )
}

function slowly(ledger: Ledger) {
  const inTurn = owedIn(ledger)
  const credits = creditsIn(ledger)
  const whole = inTurn.map((one): [Owed, number] => [one, owedOf(one)])
  const paid = sum(credits.map(({ kop }) => kop))
  // The part that was unpaid when it was claimed waits for the decision on its claim.
  const idleOf = ({ id, disputed }: Owed) => {
    if (!disputed || ledger.disputesBlock) return 0
    const before = sum(credits.flatMap(({ day, kop }) => (day <= disputed.day ? [kop] : [])))
    return Math.min(disputed.kop, leftOf(whole, before).get(id) ?? 0)
  }
  const left = leftOf(
    whole.map(([one, kop]) => [one, kop - idleOf(one)]),
    paid,
  )
  const late = inTurn.filter(({ id, due }) => dayOf(due) < TODAY && (left.get(id) ?? 0) > 0)
  const owed = sum(whole.map(([, kop]) => kop))
  const idle = sum(inTurn.map(idleOf))
  return {
    left,
    standing: {
      debt_kop: owed - paid,
      disputed_kop: sum(inTurn.map(({ disputed }) => disputed?.kop ?? 0)),
      counted_kop: Math.max(owed - idle - paid, Math.min(owed - paid, 0)),
      overdue_kop: sum(late.map(({ id }) => left.get(id) ?? 0)),
      overdue_days: late[0] ? (Date.parse(TODAY) - Date.parse(dayOf(late[0].due))) / 86_400_000 : 0,
    },
  }
}
