import { z } from 'zod'
import { AuditItem } from '../platform/audit.ts'
import { requisites, withWholeRequisites } from './company-requisites.ts'
import { ConsigneeItem } from './consignees.ts'
import {
  Day,
  Empty,
  Id,
  IdParams,
  Kop,
  listOf,
  Moment,
  pageQuery,
  Reason,
  requiredText,
  Version,
} from '../core/fields.ts'
import { BankAccount } from '../core/identifiers.ts'
import { ConsentItem } from './legal.ts'
import { Contract } from './contracts.ts'
import { Tolerance } from './tolerance.ts'
import { defineRoutes } from '../core/route.ts'
import { ContractorItem, contractorListRoutes, CONTRACTORS_PATH as PATH, ManagerOption } from './contractor-list.ts'

export const ContractorDetails = ContractorItem.extend({
  full_name: z.string(),
  ogrn: z.string().nullable(),
  okpo: z.string().nullable(),
  actual_address: z.string(),
  director_title: z.string(),
  director: z.string(),
  email: z.string(),
  declined_reason: z.string().nullable(),
  decided_at: Moment.nullable(),
  deputy: ManagerOption.nullable(),
  /** Days of Moscow of the substitution, both included; `null` for no limit. */
  substitute_from: Day.nullable(),
  substitute_to: Day.nullable(),
  tolerance: Tolerance,
  price_group_id: Id.nullable(),
  accounts: z.array(BankAccount),
  /** Staff only: approved companies with the same ИНН. */
  same_inn: z.array(z.object({ id: Id, name: z.string(), kpp: z.string().nullable() })),
  version: Version,
  can: z.object({
    /** Names, ИНН, КПП, ОГРН: editable by the client until the company is approved, always by the manager. */
    edit_identity: z.boolean(),
    /** Addresses, telephone, bank accounts. */
    edit_contacts: z.boolean(),
    /** Manager, price group, stop list, decision. */
    manage: z.boolean(),
    /** Permission to resubmit a declined application. */
    reapply: z.boolean(),
  }),
})
export type ContractorDetails = z.infer<typeof ContractorDetails>

const accounts = z
  .array(BankAccount)
  .max(20, 'Не больше 20 счетов')
  .refine((all) => all.filter((one) => one.is_default).length <= 1, 'Основной счёт один')
  .refine((all) => new Set(all.map((one) => `${one.bic} ${one.account}`)).size === all.length, 'Счёт повторяется')

/** Fields decided by staff. */
const managed = {
  manager_id: Id.nullable(),
  substitute_id: Id.nullable(),
  /** Required to be empty without a substitute. */
  substitute_from: Day.nullable(),
  substitute_to: Day.nullable(),
  price_group_id: Id.nullable(),
  /** Stop list: reason why orders are stopped; `null` lifts it. */
  stopped_reason: requiredText(500).nullable(),
}

export const ContractorPatch = z.strictObject({
  version: Version,
  ...z.object(requisites).partial().shape,
  ...z.object(managed).partial().shape,
  accounts: accounts.optional(),
  /** Set by the client's administrator or by a manager. */
  tolerance: Tolerance.optional(),
})
export type ContractorPatch = z.infer<typeof ContractorPatch>

/** Company created by a manager: active at once; its people are invited later. */
export const NewContractor = withWholeRequisites(
  z.strictObject({ ...requisites, manager_id: Id.nullable(), price_group_id: Id }),
)
export type NewContractor = z.infer<typeof NewContractor>

/** Debt and available limit of one contract, kopecks. */
export const ContractBalanceReply = z.object({
  contract_id: Id,
  number: z.string(),
  seller: z.string(),
  debt_kop: Kop,
  /** «Спорная сумма»: total of open claims. */
  disputed_kop: Kop,
  overdue_kop: Kop,
  overdue_days: z.int(),
  in_work_kop: Kop,
  limit_kop: Kop,
  available_kop: Kop,
})
export type ContractBalanceReply = z.infer<typeof ContractBalanceReply>

const Saved = z.object({ version: Version })

export const contractorRoutes = defineRoutes({
  ...contractorListRoutes,
  options: {
    method: 'GET',
    path: `${PATH}/options`,
    summary: 'Менеджеры, ценовые группы и продавцы: из чего выбирают в карточке покупателя',
    access: 'contractors:manage',
    reply: z.object({
      managers: z.array(ManagerOption),
      price_groups: z.array(z.object({ id: Id, name: z.string() })),
      sellers: z.array(z.object({ id: Id, name: z.string() })),
    }),
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Карточка покупателя',
    access: 'contractors:read',
    params: IdParams,
    // «Допуск» is set by the company itself and exposes no price of the supplier.
    ownSums: true,
    reply: ContractorDetails,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый покупатель без сотрудников: их приглашают потом',
    access: 'contractors:manage',
    body: NewContractor,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменение покупателя; клиент меняет только контакты и счета, пока компания работает',
    access: 'contractors:read',
    params: IdParams,
    body: ContractorPatch,
    example: { version: 1, phone: '+79990000002' },
    reply: Saved,
  },
  approve: {
    method: 'POST',
    path: `${PATH}/:id/approve`,
    summary: 'Заявка принята: ценовая группа, менеджер и первый договор',
    access: 'contractors:manage',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      price_group_id: Id,
      manager_id: Id,
      contract: Contract,
    }),
    example: {
      version: 1,
      price_group_id: 1,
      manager_id: 1,
      contract: {
        seller_id: 1,
        number: 'К-1',
        signed_on: '2026-01-12',
        valid_to: null,
        prepayment_percent: 100,
        deferment_days: 0,
        deferment_from: 'shipment',
        deferment_calendar: 'calendar',
        limit_kop: 0,
        price_group_id: null,
        edo_operator: null,
        edo_id: null,
        invoice_notice: null,
        disputes_block: false,
        is_default: true,
      },
    },
    reply: Saved,
  },
  decline: {
    method: 'POST',
    path: `${PATH}/:id/decline`,
    summary: 'Заявка отклонена; причину видит заявитель',
    access: 'contractors:manage',
    params: IdParams,
    body: Reason.extend({ version: Version }),
    example: { version: 1, reason: 'Любая' },
    reply: Saved,
  },
  join: {
    method: 'POST',
    path: `${PATH}/:id/join`,
    summary: 'Компания уже есть: заявители становятся её сотрудниками',
    access: 'contractors:manage',
    params: IdParams,
    body: z.strictObject({
      version: Version,
      contractor_id: Id,
      role: z.enum(['CONTRACTOR_ADMIN', 'CONTRACTOR_USER']),
    }),
    example: { version: 1, contractor_id: 1, role: 'CONTRACTOR_USER' },
    reply: Empty,
  },
  reapply: {
    method: 'POST',
    path: `${PATH}/:id/reapply`,
    summary: 'Отклонённая заявка отправлена снова',
    access: 'contractors:own',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: Saved,
  },
  history: {
    method: 'GET',
    path: `${PATH}/:id/history`,
    summary: 'История изменений покупателя и его договоров',
    access: 'contractors:read',
    params: IdParams,
    query: z.strictObject(pageQuery),
    reply: listOf(AuditItem),
  },
  consents: {
    method: 'GET',
    path: `${PATH}/:id/consents`,
    summary: 'Согласия сотрудников покупателя',
    access: 'contractors:read',
    params: IdParams,
    reply: z.object({ results: z.array(ConsentItem) }),
  },
  consignees: {
    method: 'GET',
    path: `${PATH}/:id/consignees`,
    summary: 'Грузополучатели покупателя (для менеджера)',
    access: 'contractors:manage',
    params: IdParams,
    query: z.strictObject(pageQuery),
    reply: listOf(ConsigneeItem),
  },
  standings: {
    method: 'GET',
    path: `${PATH}/:id/standings`,
    summary: 'Задолженность и доступный лимит по договорам',
    access: 'contractors:read',
    ownSums: true,
    params: IdParams,
    reply: z.object({ results: z.array(ContractBalanceReply) }),
  },
})
