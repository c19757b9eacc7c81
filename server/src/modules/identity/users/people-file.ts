import { readSheetRows, type SheetRow } from '../../../platform/files/spreadsheet/index.ts'
import { MAX_LISTED_ACCOUNTS, type ListedUser } from '@artikul/contract/identity/accounts'
import { Email, Phone, requiredText } from '@artikul/contract/core/fields'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/index.ts'
import type { Administrator } from './accounts/account-rules.ts'
import { selectCompaniesByInn, selectCompanyNames } from './accounts/accounts.queries.ts'

type Field = 'full_name' | 'email' | 'phone' | 'role' | 'inn'

/** Usual column headers of such lists. */
const HEADERS: Record<Field, RegExp> = {
  full_name: /фио|ф\.\s*и\.\s*о|имя|сотрудник|name/i,
  email: /почт|e-?mail|мейл/i,
  phone: /тел|моб|phone/i,
  role: /роль|доступ|права/i,
  inn: /инн/i,
}
interface Company {
  id: number
  name: string
  inn: string
}

const messageOf = (result: z.ZodSafeParseResult<unknown>): string | null =>
  result.success ? null : (result.error.issues[0]?.message ?? 'Неверное значение')

const isAdminRole = (text: string) => /админ|руковод|директор/i.test(text)

/** Finds the company of a row: by its ИНН, or the admin's current one without an ИНН. */
function companyOf(inn: string, companies: readonly Company[], current: Company | undefined): Company | string {
  if (inn === '') return current ?? 'Укажите ИНН компании'
  const found = companies.filter((company) => company.inn === inn)
  if (found.length > 1) return 'По этому ИНН несколько компаний: добавьте сотрудника вручную'
  return found[0] ?? 'Компания с таким ИНН не найдена'
}

function listedUser({ number, text }: SheetRow<Field>, company: Company | string): ListedUser {
  const [name, email] = [requiredText(200).safeParse(text('full_name')), Email.safeParse(text('email'))]
  const phone = text('phone') === '' ? null : Phone.safeParse(text('phone'))
  const problems = [
    ['ФИО', messageOf(name)],
    ['Почта', messageOf(email)],
    ['Телефон', phone && messageOf(phone)],
    ['Компания', typeof company === 'string' ? company : null],
  ].flatMap(([field, message]) => (message ? [`${field}: ${message}`] : []))
  return {
    row: number,
    full_name: name.success ? name.data : text('full_name'),
    email: email.success ? email.data : text('email'),
    phone: phone?.success ? phone.data : text('phone') || null,
    role: isAdminRole(text('role')) ? 'CONTRACTOR_ADMIN' : 'CONTRACTOR_USER',
    contractor: typeof company === 'string' ? null : { id: company.id, name: company.name },
    error: problems.length > 0 ? problems.join('; ') : null,
  }
}

/** Marks a repeated email address as a mistake. */
function markDoubles(people: ListedUser[]): ListedUser[] {
  const seen = new Map<string, number>()
  return people.map((person) => {
    const first = seen.get(person.email)
    seen.set(person.email, first ?? person.row)
    return first === undefined || person.error ? person : { ...person, error: `Та же почта, что в строке ${first}` }
  })
}

/**
 * Parses the people of a file without creating accounts.
 * @throws AppError `file.refused` with a readable reason
 */
export async function readPeople(db: Db, by: Administrator, path: string): Promise<ListedUser[]> {
  const filled = await readSheetRows(path, {
    headers: HEADERS,
    required: ['email', 'full_name'],
    most: MAX_LISTED_ACCOUNTS,
    words: {
      noHeader: 'В файле не найдены столбцы «ФИО» и «Почта»',
      noRows: 'В файле нет строк с людьми',
      tooMany: `Не больше ${MAX_LISTED_ACCOUNTS} человек`,
    },
  })
  const inns = [...new Set(filled.map((row) => row.text('inn')).filter((inn) => /^\d{10}(\d{2})?$/.test(inn)))]
  const companies = await selectCompaniesByInn(db, by.reach, inns)
  const { contractorId } = by.actor
  const current = contractorId === null ? undefined : (await selectCompanyNames(db, [contractorId]))[0]
  return markDoubles(filled.map((row) => listedUser(row, companyOf(row.text('inn'), companies, current))))
}
