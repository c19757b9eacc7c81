import { suggestionRoutes, type BankSuggestion } from '@artikul/contract/companies/suggestions'
import { Bic, BankAccount } from '@artikul/contract/core/identifiers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { digitsOf } from './company-draft.ts'
import { refusalOf, refusalsOf } from '../api/form-errors.ts'
import { query } from '../api/query.ts'

/** An account in the form: a key identifies it before it has a number; `suggested` is the directory's bank. */
export interface AccountRow extends BankAccount {
  key: string
  suggested?: BankSuggestion
}

type Text = 'bic' | 'bank_name' | 'correspondent_account' | 'account'
export const ACCOUNT_FIELDS: readonly Text[] = ['bic', 'bank_name', 'correspondent_account', 'account']

const bankQuery = (bic: string) =>
  query(
    suggestionRoutes.bank,
    { body: { bic } },
    {
      select: ({ results }) => results[0] ?? null,
      // An empty reply may come from an unavailable directory and is requested again.
      staleTime: ({ state }) => (state.data?.results[0] ? Infinity : 0),
      // A failed directory request is not retried: the user types the fields.
      retry: false,
    },
  )

const rowsOf = (stored: readonly BankAccount[]): AccountRow[] =>
  stored.map((account) => ({ ...account, key: `${account.bic} ${account.account}` }))

const accountsOf = (rows: readonly AccountRow[]): BankAccount[] =>
  rows.map(({ key: _key, suggested: _suggested, ...account }) => account)

/** Fills bank details that are empty or came from the directory, never typed ones. */
function withBank(row: AccountRow, bic: string, bank: BankSuggestion): AccountRow {
  if (digitsOf(row.bic) !== bic) return row
  const fill = (name: 'bank_name' | 'correspondent_account') =>
    row[name] === '' || row[name] === row.suggested?.[name] ? bank[name] : row[name]
  return {
    ...row,
    bank_name: fill('bank_name'),
    correspondent_account: fill('correspondent_account'),
    suggested: bank,
  }
}

/** Returns errors of complete numbers at once, before saving. */
export function liveRefusals({
  key: _key,
  suggested: _suggested,
  ...account
}: AccountRow): Partial<Record<Text, string>> {
  const refusals = refusalsOf(BankAccount, { ...account, bank_name: account.bank_name || '-' })
  const isWhole = (name: Text, size: number) => digitsOf(account[name]).length >= size
  const refusalFor = (name: Text, size: number) => (isWhole(name, size) ? refusals[name] : undefined)
  const bic = refusalFor('bic', 9)
  const own = isWhole('bic', 9) ? refusalFor('account', 20) : undefined
  const correspondent = isWhole('bic', 9) ? refusalFor('correspondent_account', 20) : undefined
  return {
    ...(bic && { bic }),
    ...(own && { account: own }),
    ...(correspondent && { correspondent_account: correspondent }),
  }
}

let lastKey = 0

/** Form state of a company's accounts; the stored ones until the first edit. */
export function useBankAccounts(stored: readonly BankAccount[], onEdit: () => void) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<readonly AccountRow[] | null>(null)
  const rows = typed ?? rowsOf(stored)
  const edit = (change: (rows: readonly AccountRow[]) => readonly AccountRow[]) => {
    setTyped((all) => change(all ?? rowsOf(stored)))
    // Removing a row shifts the others and a BIC affects its account, so all earlier errors are cleared.
    onEdit()
  }
  const change = (key: string, fields: Partial<AccountRow>) =>
    edit((all) => all.map((row) => (row.key === key ? { ...row, ...fields } : row)))
  const accounts = accountsOf(rows)
  return {
    rows,
    accounts,
    changed: JSON.stringify(accounts) !== JSON.stringify(stored),
    change,
    changeBic: async (key: string, text: string) => {
      change(key, { bic: text })
      const bic = digitsOf(text)
      if (refusalOf(Bic, bic) !== undefined) return
      const bank = await queryClient.query(bankQuery(bic)).catch(() => null)
      if (bank) edit((all) => all.map((row) => (row.key === key ? withBank(row, bic, bank) : row)))
    },
    /** Only one account is the default. */
    setDefault: (key: string) => edit((all) => all.map((row) => ({ ...row, is_default: row.key === key }))),
    add: () =>
      edit((all) => [
        ...all,
        {
          key: `new ${++lastKey}`,
          bic: '',
          bank_name: '',
          correspondent_account: '',
          account: '',
          is_default: all.length === 0,
        },
      ]),
    remove: (key: string) =>
      edit((all) => {
        const rest = all.filter((row) => row.key !== key)
        return rest.some((row) => row.is_default)
          ? rest
          : rest.map((row, index) => ({ ...row, is_default: index === 0 }))
      }),
    refusals: () => refusalsOf(BankAccount.array(), accounts),
  }
}
export type BankAccounts = ReturnType<typeof useBankAccounts>
