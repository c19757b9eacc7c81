import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'

const app = useTestApp()

/** Tables that clients' requests never read: of staff, suppliers, authentication, and background jobs. */
const CLOSED = [
  'backup_runs',
  'bank_documents',
  'email_attachments',
  'mail_files',
  'mailboxes',
  'price_conditions',
  'price_import_offers',
  'price_imports',
  'price_rules',
  'refresh_tokens',
  'registrations',
  'supplier_order_lines',
  'supplier_orders',
]

/** Tables that clients' requests may update or delete from, besides inserting. */
const CHANGED = `
  api_key_baskets api_keys bulk_order_layouts bulk_order_rows bulk_orders cancel_requests cart_lines carts change_approvals claim_files
  claim_lines claims consignees contract_recheck_queue contractors current_carts digest_hours document_numbers
  email_recipients events impersonations invitations invoice_drafts invoices notification_choices
  notification_marks notification_reads offers one_time_tokens order_files order_line_allocations order_line_links
  order_lines order_notes order_templates order_views orders own_codes price_export_schedules price_exports
  product_alerts products quote_requests reconciliation_differences reconciliations removed_cart_lines sealed_offer_tokens
  sessions shipments suggestion_cache user_contractors users vehicles webhook_messages webhooks`

const tablesWith = async (role: string, privilege: string) => {
  const rows = await app.database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p') and has_table_privilege(${role}, oid, ${privilege})
    order by relname`
  return rows.map(({ name }) => name)
}

test('requests of clients may change exactly the tables granted to them and read no table of staff', async () => {
  expect(await tablesWith('artikul_client', 'update')).toEqual(CHANGED.trim().split(/\s+/))
  const readable = await tablesWith('artikul_client', 'select')
  expect(readable.filter((name) => CLOSED.includes(name))).toEqual([])
})

test('role that the portal signs in as owns nothing and is no superuser', async () => {
  const [role] = await app.database.sql<{ rolsuper: boolean; rolcreaterole: boolean; owned: number }[]>`
    select rolsuper, rolcreaterole, (select count(*) from pg_class where relowner = pg_roles.oid) as owned
    from pg_roles where rolname = 'artikul_web'`
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false, owned: 0 })
  const login = await app.appDatabase.sql<{ name: string }[]>`select session_user as name`
  expect(login).toEqual([{ name: 'artikul_web' }])
})

test('no role of the application changes the audit log or line transitions', async () => {
  for (const role of ['artikul_app', 'artikul_client', 'artikul_staff'])
    for (const privilege of ['update', 'delete', 'truncate']) {
      const tables = await tablesWith(role, privilege)
      expect(tables.filter((name) => ['audit_log', 'line_transitions', 'migrations'].includes(name))).toEqual([])
    }
})
