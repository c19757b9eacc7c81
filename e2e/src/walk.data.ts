import { isOf, plainPagesOf } from './routes.ts'
import { APPLICANT, type Account } from './signed-in.ts'

const DEAD_LINK = `/reset-password/${'a'.repeat(43)}`
const DEAD_DECISION = `/decision/${'a'.repeat(43)}`
const DEAD_PART = `/part/${'a'.repeat(43)}`
const DEAD_LETTERS = `/letters/${'a'.repeat(43)}`
const PROFILE = [
  '/profile',
  '/profile?tab=security',
  '/profile?tab=sessions',
  '/profile?tab=notifications',
  '/profile?tab=theme',
]
const PUBLIC = ['/news', '/news/1', '/about', '/rospart', '/contacts', '/offer', '/api', '/nowhere']
/** First company of the demonstration; its other tabs by address. */
const CARD = [
  '/contractors/1',
  ...['contracts', 'edo', 'people', 'consignees', 'orders', 'standings', 'documents', 'consents', 'history'].map(
    (tab) => `/contractors/1?tab=${tab}`,
  ),
]
/** `{order}` stands for an order with an invoice. */
const ORDER = [
  '/orders/{order}',
  '/order-invoice/{order}',
  '/invoice/{invoice}',
  '/invoice',
  '/invoice?kind=orders',
  '/invoice?kind=shipments',
  '/invoice?kind=goods',
]
const CLIENT_PAGES = [
  '/',
  '/catalog',
  '/catalog?q=22542',
  '/catalog?q=26300-35503',
  '/catalog?q=нет-такого',
  '/catalog/hyundaikia-2630035503',
  '/catalog/offer-to-client',
  '/cart',
  '/orders',
  '/orders?q=нет-такого',
  '/orders?tab=lines',
  '/orders?tab=lines&late=true',
  '/orders?tab=lines&q=нет-такого',
  '/orders?tab=lines&decision=open',
  '/orders/{asked}',
  ...ORDER,
  '/orders?tab=shipments',
  '/orders?tab=shipments&q=нет-такой',
  '/shipments/{shipment}',
  '/finances',
  '/finances?from=2020-01-01&to=2020-02-01',
  '/finances?tab=documents',
  '/finances?tab=documents&q=нет-такого',
  '/finances?tab=reconciliations',
  '/finances?tab=spend',
  '/finances?tab=spend&from=2020-01-01&to=2020-02-01',
  '/finances?tab=spend&from=2010-01-01&to=2020-02-01',
  '/claims',
  '/claims?q=нет-такого',
  '/claims/{claim}',
  '/reconciliations/{reconciliation}',
  '/claims/new',
  '/claims/new?q=нет-такого',
  '/claims/new?shipment={shipment}',
  '/consignees',
  '/consignees?view=map',
  '/consignees?q=нет-такого',
  '/consignees?archived=true',
  '/search-by-document',
  '/watches',
  '/requests',
  '/requests?q=нет-такого',
  '/requests/1',
  '/requests/new?article=00.P034.42&qty=2',
  '/price-list',
  ...PROFILE,
  '/profile?tab=behalf',
]
const ADMIN_PAGES = [
  '/manager',
  '/manager?username=нет-такого',
  '/contractors',
  ...CARD,
  '/change-password',
  '/contacts',
  '/offer',
]
const STAFF_PAGES = [
  '/catalog?q=26300-35503',
  '/orders',
  '/orders?tab=lines',
  '/orders?tab=day',
  '/orders/new',
  ...ORDER,
  '/claims',
  '/claims?state=any',
  '/claims/{claim}',
  '/reconciliations/{reconciliation}',
  '/admin',
  ...PROFILE,
]
const MANAGER_PAGES = [
  '/orders?tab=day&scope=all',
  '/orders?tab=day&scope=unowned&work=late',
  '/profile?tab=deputy',
  '/settlements',
  '/settlements?state=any',
  '/settlements?q=нет-такого',
  '/settlements?tab=debts',
  '/settlements?tab=debts&q=нет-такого',
  '/settlements?tab=blocks',
  '/settlements?tab=entries',
  '/settlements?tab=entries&q=нет-такого',
  '/settlements?tab=reconciliations',
  '/settlements?tab=reconciliations&state=any',
  '/settlements?tab=blocks&q=нет-такого',
  '/orders/{asked}',
  '/orders?tab=lines&decision=unanswered',
  '/orders?tab=shipments',
  '/shipments/{shipment}',
  '/shipments/ready',
  '/shipments/ready?q=нет-такой',
  '/goods-receipts',
  '/goods-receipts?q=нет-такой',
  '/goods-receipts?tab=expected',
  '/goods-receipts/{receipt}',
  '/requests',
  '/requests?state=closed',
  '/requests/1',
  '/manager',
  '/contractors',
  '/contractors?q=нет-такого',
  ...CARD,
  '/admin?tab=journal',
  '/admin?tab=sources',
  '/admin?tab=mail',
  '/price-conditions',
  '/price-conditions?tab=groups',
  '/admin?tab=mail&q=нет-такого',
  '/admin?tab=work',
  '/admin?tab=brands',
  '/admin?tab=brands&filter=unverified',
  '/admin?tab=brands&q=нет-такого',
  '/admin?tab=crosses',
  '/admin?tab=price-lists',
  '/admin?tab=price-lists&import_state=waiting',
  '/admin?tab=price-lists&desk=mail',
  '/admin?tab=crosses&article=26300-35503',
  '/admin?tab=supplier-orders',
  '/admin?tab=supplier-orders&requires_action=true',
  '/admin?tab=legal',
  '/admin?tab=legal&legal=offer',
  '/admin?tab=zones',
  '/admin?tab=calendar',
  '/admin/online-suppliers',
  '/news',
  '/news/new',
  '/news/1',
  '/news/1/edit',
  '/about',
  '/about/edit',
  '/rospart/edit',
]
/** Adds every other page of the role without a row number to the listed pages. */
const withPlainPages = (role: Account, listed: readonly string[]) => [
  ...listed,
  ...plainPagesOf(role).filter((path) => !listed.some((walked) => isOf(path, walked))),
]

/** `nobody`: before signing in. */
export type Who = Account | 'nobody' | typeof APPLICANT

/** Every page of the web in its states, by viewer; `{…}` stands for ids found by {@link prepareWalk}. */
export const WALKS: [Who, string[]][] = [
  ['nobody', ['/', '/login', '/registration', '/reset-password', DEAD_LINK, DEAD_DECISION, DEAD_PART, DEAD_LETTERS, ...PUBLIC]],
  ['ContractorAdmin', withPlainPages('ContractorAdmin', [...CLIENT_PAGES, ...ADMIN_PAGES])],
  // Both client roles and both managers see the same pages; of the second role only those whose menu or words differ.
  ['ContractorUser', ['/', '/catalog?q=26300-35503', '/cart', '/orders', '/consignees', '/profile']],
  [APPLICANT, ['/', '/catalog?q=26300-35503', '/cart', '/orders', '/consignees', '/contractors', '/profile']],
  ['ArtikulOrderManager', withPlainPages('ArtikulOrderManager', [...STAFF_PAGES, ...MANAGER_PAGES])],
  [
    'ArtikulWarrantyManager',
    ['/orders', ...ORDER, '/admin', '/admin?tab=zones', '/admin/online-suppliers', '/profile'],
  ],
]
