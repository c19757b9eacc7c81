export interface Module {
  /** What the module is about, in the words of the table in ARCHITECTURE. */
  about: string
  /** Modules whose index.ts it may import; `any`: of all others. */
  uses: readonly string[] | 'any'
}

/**
 * The map of the server: who may use whom. dependency-cruiser enforces it, and a test compares it with the table in
 * ARCHITECTURE.
 */
export const MODULES = {
  identity: { about: 'sign-in, sessions, accounts of people', uses: [] },
  companies: { about: 'contractors, consignees, registration, own company, credit terms', uses: ['identity'] },
  catalog: { about: 'products, brands, cross-references, inventory groups', uses: [] },
  suppliers: { about: 'price lists, mailboxes, online suppliers', uses: ['catalog'] },
  pricing: { about: 'prices, price conditions, supply routes, delivery', uses: ['catalog', 'companies'] },
  ordering: {
    about: 'search, cart, orders, bulk orders, quote requests, product alerts',
    uses: ['identity', 'companies', 'catalog', 'suppliers', 'pricing'],
  },
  purchasing: { about: 'purchase orders, goods receipts', uses: ['catalog', 'suppliers', 'ordering'] },
  billing: {
    about: 'invoices, payments, statements, credit holds, reminders',
    uses: ['companies', 'catalog', 'pricing'],
  },
  fulfilment: {
    about: 'shipments, claims, document archives',
    uses: ['companies', 'catalog', 'pricing', 'ordering', 'billing'],
  },
  site: { about: 'news, public pages', uses: [] },
  workspace: { about: 'home, work queue, global search, notification digests, background jobs', uses: 'any' },
} satisfies Record<string, Module>
