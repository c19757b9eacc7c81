import { z } from 'zod'

export const ROLES = [
  'ARTIKUL_ORDER_MANAGER',
  'ARTIKUL_WARRANTY_MANAGER',
  'CONTRACTOR_ADMIN',
  'CONTRACTOR_USER',
] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

/** Names of roles used in route metadata of the web. */
export const ROLE_NAMES = {
  ArtikulOrderManager: 'ARTIKUL_ORDER_MANAGER',
  ArtikulWarrantyManager: 'ARTIKUL_WARRANTY_MANAGER',
  ContractorAdmin: 'CONTRACTOR_ADMIN',
  ContractorUser: 'CONTRACTOR_USER',
} as const satisfies Record<string, Role>
export type RoleName = keyof typeof ROLE_NAMES

const EVERYBODY = ROLES
const CLIENTS = ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER'] as const
const STAFF = ['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER'] as const

/** Permissions by role. A route names a permission; anything not listed here is denied. */
export const PERMISSIONS = {
  'catalog:read': EVERYBODY,
  /** Home page of a client: waiting, late and arriving orders of the own company. */
  'home:read': CLIENTS,
  'cart:use': CLIENTS,
  'product_alerts:use': CLIENTS,
  'price_exports:use': CLIENTS,
  'quote_requests:use': CLIENTS,
  'quote_requests:read': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_ORDER_MANAGER'],
  'requests:write': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_ORDER_MANAGER'],
  'quote_requests:answer': ['ARTIKUL_ORDER_MANAGER'],
  'contractor:change': CLIENTS,
  'contractors:read': ['CONTRACTOR_ADMIN', 'ARTIKUL_ORDER_MANAGER'],
  /** Own company: applying and resubmitting an application. */
  'contractors:own': ['CONTRACTOR_ADMIN'],
  'contractors:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Own companies; changing them also needs the right `administrator`. */
  'sellers:read': ['ARTIKUL_ORDER_MANAGER'],
  /** Settings of the portal; changing them also needs the right `administrator`. */
  'settings:read': ['ARTIKUL_ORDER_MANAGER'],
  'consignees:read': CLIENTS,
  'consignees:write': CLIENTS,
  /** Garage of the own company; changing it also needs the permission to place orders. */
  'vehicles:read': CLIENTS,
  'vehicles:write': CLIENTS,
  'delivery:read': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_ORDER_MANAGER'],
  'delivery:manage': ['ARTIKUL_ORDER_MANAGER'],
  'brands:manage': ['ARTIKUL_ORDER_MANAGER'],
  'cross_references:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Photos and properties of products. */
  'catalog:manage': ['ARTIKUL_ORDER_MANAGER'],
  'orders:read': EVERYBODY,
  'orders:place': CLIENTS,
  'orders:dispute': CLIENTS,
  /** Assisted orders, created by managers for a company on the telephone. */
  'assisted_orders:use': ['ARTIKUL_ORDER_MANAGER'],
  /** Parts of lines: a client cancels and accepts, a manager moves them through to delivery. */
  'orders:move': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_ORDER_MANAGER'],
  /** Terms of placed lines: date, price, number, quantity. */
  'orders:change': ['ARTIKUL_ORDER_MANAGER'],
  /** Work queue of staff, limited to kinds of their roles, with assignments. */
  'work_queue:read': STAFF,
  'work_queue:take': ['ARTIKUL_ORDER_MANAGER'],
  /** Recording of client calls with their reason and the answer. */
  'calls:record': STAFF,
  /** Messages about an order, and private notes of each side. */
  'orders:talk': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_ORDER_MANAGER'],
  /** Change approvals of a client's lines. */
  'change_approvals:answer': CLIENTS,
  'shipments:read': EVERYBODY,
  'shipments:accept': CLIENTS,
  /** Shipping and cancelling shipments; shipping despite a debt also needs the right `accountant`. */
  'shipments:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Debts and payments of the own company; hidden when its administrator hides them. */
  'settlements:read': CLIENTS,
  /**
   * Reconciliations: of the own company where settlements are visible, of any company for order managers and
   * accountants.
   */
  'reconciliations:read': EVERYBODY,
  'reconciliations:answer': ['ARTIKUL_ORDER_MANAGER'],
  /** Payments and debts of contractors; staff other than order managers also need the right `accountant`. */
  'payments:manage': STAFF,
  /** The register of a company's documents. */
  'documents:read': EVERYBODY,
  'claims:read': EVERYBODY,
  'claims:use': CLIENTS,
  /** Messages of a claim by the client and by the warranty manager. */
  'claims:write': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_WARRANTY_MANAGER'],
  'claims:handle': ['ARTIKUL_WARRANTY_MANAGER'],
  'invoices:read': EVERYBODY,
  /** Sending an invoice by email to any address. */
  'invoices:send': EVERYBODY,
  'invoices:issue': ['CONTRACTOR_ADMIN', 'CONTRACTOR_USER', 'ARTIKUL_ORDER_MANAGER'],
  /** Invoices not limited to one order: an advance, several orders, shipped goods, goods by a list. */
  'invoices:write': EVERYBODY,
  /** Invoices in any company's name, at freely set prices. */
  'invoices:any_company': STAFF,
  /** Addresses without an account that receive the company's emails. */
  'email_recipients:manage': ['CONTRACTOR_ADMIN'],
  /** Keys of the company's programs. */
  'api_keys:manage': ['CONTRACTOR_ADMIN'],
  /** Employees of the administrator's own companies. */
  'employees:manage': ['CONTRACTOR_ADMIN'],
  'users:manage': ['ARTIKUL_ORDER_MANAGER'],
  'users:create': ['CONTRACTOR_ADMIN', 'ARTIKUL_ORDER_MANAGER'],
  /** Prices with their components; changing them also needs the right `prices`. */
  'prices:read': STAFF,
  /** Imports of price lists; starting one also needs the right `prices`. */
  'price_lists:read': STAFF,
  'price_lists:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Online suppliers; changing their settings also needs the right `prices`. */
  'online_suppliers:read': STAFF,
  'online_suppliers:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Orders to suppliers; changing their terms of sending also needs the right `prices`. */
  'supplier_orders:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Returns to suppliers, made from clients' claims. */
  'supplier_returns:manage': STAFF,
  /** News and texts of public pages. */
  'site:manage': ['ARTIKUL_ORDER_MANAGER'],
  /** Figures of the trade; they also need the right `executive`. */
  'analytics:read': STAFF,
  'audit:read': STAFF,
  'emails:read': ['ARTIKUL_ORDER_MANAGER'],
  'background-work:read': ['ARTIKUL_ORDER_MANAGER'],
  'staff:self': STAFF,
  'client:self': CLIENTS,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS
/** `public`: anybody; `signed-in`: any signed-in user; otherwise the required permission. */
export type RouteAccess = Permission | 'public' | 'signed-in'

export const can = (roles: readonly Role[], permission: Permission): boolean =>
  roles.some((role) => (PERMISSIONS[permission] as readonly Role[]).includes(role))

/** Checks whether a user acts for a contractor: its administrator or user. */
export const isContractorUser = (roles: readonly Role[]): boolean =>
  roles.some((role) => (CLIENTS as readonly Role[]).includes(role))

/** Checks whether a user is staff; never combined with a client role. */
export const isStaff = (roles: readonly Role[]): boolean =>
  roles.some((role) => (STAFF as readonly Role[]).includes(role))

/** Rights of staff beyond their roles. */
export const STAFF_RIGHTS = ['accountant', 'prices', 'min_margin', 'executive', 'administrator'] as const
export type StaffRight = (typeof STAFF_RIGHTS)[number]
export const STAFF_RIGHT_LABELS: Record<StaffRight, string> = {
  accountant: 'Бухгалтер',
  prices: 'Изменение цен',
  min_margin: 'Продажа ниже минимальной наценки',
  executive: 'Руководитель',
  administrator: 'Администратор',
}

/** Role names on screen. */
export const ROLE_LABELS: Record<Role, string> = {
  ARTIKUL_ORDER_MANAGER: 'Менеджер по заказам',
  ARTIKUL_WARRANTY_MANAGER: 'Менеджер по гарантии',
  CONTRACTOR_ADMIN: 'Администратор компании',
  CONTRACTOR_USER: 'Сотрудник компании',
}
