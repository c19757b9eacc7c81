import type { Module } from './platform/module.ts'
import type { Services } from './services.ts'

export interface MappedModule {
  /** What the module is about, in the words of the table in ARCHITECTURE. */
  about: string
  /** Modules whose index.ts it may import; `any`: of all others. */
  uses: readonly string[] | 'any'
  load: () => Promise<{ module: Module<Services> }>
}

/**
 * The modules of the server and who may use whom. The app loads them, dependency-cruiser enforces the map, and a test
 * compares it with the table in ARCHITECTURE.
 */
export const MODULES = {
  identity: {
    about: 'sign-in, sessions, accounts of people',
    uses: [],
    load: () => import('./modules/identity/module.ts'),
  },
  companies: {
    about: 'contractors, consignees, registration, own company, credit terms',
    uses: ['identity'],
    load: () => import('./modules/companies/module.ts'),
  },
  catalog: {
    about: 'products, brands, cross-references, inventory groups',
    uses: [],
    load: () => import('./modules/catalog/module.ts'),
  },
  suppliers: {
    about: 'price lists, mailboxes, online suppliers',
    uses: ['catalog'],
    load: () => import('./modules/suppliers/module.ts'),
  },
  pricing: {
    about: 'prices, price conditions, supply routes, delivery',
    uses: ['catalog', 'companies'],
    load: () => import('./modules/pricing/module.ts'),
  },
  ordering: {
    about: 'search, cart, orders, bulk orders, quote requests, product alerts',
    uses: ['identity', 'companies', 'catalog', 'suppliers', 'pricing'],
    load: () => import('./modules/ordering/module.ts'),
  },
  purchasing: {
    about: 'purchase orders, goods receipts',
    uses: ['catalog', 'suppliers', 'ordering'],
    load: () => import('./modules/purchasing/module.ts'),
  },
  billing: {
    about: 'invoices, payments, statements, credit holds, reminders',
    uses: ['companies', 'catalog', 'pricing'],
    load: () => import('./modules/billing/module.ts'),
  },
  fulfilment: {
    about: 'shipments, claims, document archives',
    uses: ['companies', 'catalog', 'pricing', 'ordering', 'billing'],
    load: () => import('./modules/fulfilment/module.ts'),
  },
  site: { about: 'news, public pages', uses: [], load: () => import('./modules/site/module.ts') },
  workspace: {
    about: 'home, work queue, global search, notification digests, background jobs',
    uses: 'any',
    load: () => import('./modules/workspace/module.ts'),
  },
} satisfies Record<string, MappedModule>
