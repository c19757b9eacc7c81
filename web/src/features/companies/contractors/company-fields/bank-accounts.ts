import { suggestionRoutes, type BankSuggestion } from '@artikul/contract/companies/suggestions'
import { Bic, BankAccount } from '@artikul/contract/core/identifiers'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/api/call.ts'
import { digitsOf } from '../../../../lib/queries/company-draft.ts'
import { refusalOf, refusalsOf } from '../../../../lib/api/form-errors.ts'

/** An account in a form: known by its key while it has no number, with what the directory said of its bank. */
export interface AccountRow extends BankAccount {
  key: string
  suggested?: BankSuggestion
}

type Text = 'bic' | 'bank_name' | 'correspondent_account' | 'account'
export const ACCOUNT_FIELDS: readonly Text[] = ['bic', 'bank_name', 'correspondent_account', 'account']

const bankQuery = (bic: string) =>
  queryOptions({
    queryKey: ['bank', bic],
    queryFn: async ({ signal }) => (await call(suggestionRoutes.bank, { body: { bic }, signal })).results[0] ?? null,
    // An empty reply may come from an unavailable directory and is requested again.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
    // A directory that fails is no reason to wait: the fields are typed by hand.
    retry: false,
  })

const rowsOf = (stored: readonly BankAccount[]): AccountRow[] =>
  stored.map((account) => ({ ...account, key: `${account.bic} ${account.account}` }))

const accountsOf = (rows: readonly AccountRow[]): BankAccount[] =>
  rows.map(({ key: _key, suggested: _suggested, ...account }) => account)

/** Fills in bank details that are empty or came from the directory, never typed ones. */
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
  const said = (name: Text, size: number) => (isWhole(name, size) ? refusals[name] : undefined)
  const bic = said('bic', 9)
  const own = isWhole('bic', 9) ? said('account', 20) : undefined
  const correspondent = isWhole('bic', 9) ? said('correspondent_account', 20) : undefined
  return {
    ...(bic && { bic }),
    ...(own && { account: own }),
    ...(correspondent && { correspondent_account: correspondent }),
  }
}

let lastKey = 0

/** The accounts of a company in its form; as stored until the first of them is touched. */
export function useBankAccounts(stored: readonly BankAccount[], onEdit: () => void) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<readonly AccountRow[] | null>(null)
  const rows = typed ?? rowsOf(stored)
  const edit = (change: (rows: readonly AccountRow[]) => readonly AccountRow[]) => {
    setTyped((all) => change(all ?? rowsOf(stored)))
    // A row gone moves the others up, and the bank's number decides of its account: nothing said before holds.
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
    /** The main one is one. */
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
