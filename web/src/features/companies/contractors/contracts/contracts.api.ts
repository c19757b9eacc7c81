import { contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'
import { contractOf, contractPatch, type ContractDraft } from './contract-draft.ts'

const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

export const companyContractsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['contractor', String(contractorId), 'contracts'],
    queryFn: async ({ signal }) =>
      (await call(contractRoutes.list, { params: { id: String(contractorId) }, signal })).results,
  })

export const createContract = (contractorId: number, draft: ContractDraft) =>
  call(contractRoutes.create, { params: { id: String(contractorId) }, body: contractOf(draft) })

export const changeContract = (contract: ContractItem, draft: ContractDraft) =>
  call(contractRoutes.update, {
    params: paramsOf(contract),
    body: { version: contract.version, ...contractPatch(contract, draft) },
  })

interface NewTerm {
  number: string
  signed_on: string
  valid_to: string | null
}

export const copyContract = (contract: ContractItem, term: NewTerm) =>
  call(contractRoutes.copy, { params: paramsOf(contract), body: { version: contract.version, ...term } })

export const uploadContractFile = (contract: ContractItem, file: File) =>
  call(contractRoutes.upload, { params: paramsOf(contract), query: { name: file.name }, file })

export const contractFile = (contract: ContractItem) => call(contractRoutes.file, { params: paramsOf(contract) })
