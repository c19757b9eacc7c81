import type { Rolldown } from 'vite'

const library = (names: string) => `/node_modules/(${names})/`
const icons = (names: string) => `/@tabler/icons-react/dist/esm/icons/Icon(${names})\\.`
const ui = (names: string) => `/web/src/ui/(?:[\\w-]+/)?(${names})\\.tsx?$`
const lib = (names: string) => `/web/src/lib/(?:[\\w-]+/)?(${names})\\.ts$`
/**
 * Matches declarations of the contract's modules except schemas, the only names with a capital followed by lower case.
 */
const contract = (names: string) => `/contract/src/(?:[\\w-]+/)+(${names})\\.ts\\?declared=([a-z]\\w*|[A-Z_]+)$`
const of = (...patterns: string[]) => new RegExp(patterns.join('|'))

/** Session request, loaded before everything else; it must not depend on any other group. */
export const SESSION = 'session'

/**
 * Modules bundled together: a group includes its modules and their dependencies, unless an earlier group has them. The
 * builder divides the rest.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: SESSION, test: of('/web/src/app/begin-session\\.ts$') },
  { name: 'react', test: of(library('react|react-dom|scheduler')) },
  {
    name: 'tanstack',
    test: of(library('@tanstack/(react-router|router-core|history|react-store|store|query-core|react-query)')),
    tags: ['$initial'],
  },
  // Schemas of every form. The map's page validates messages with them and must not start the portal.
  { name: 'schemas', test: of(library('zod'), '/contract/src/core/fields\\.ts\\?declared=(?!PAGE_SIZES)') },
  // Shared modules loaded by the entry: the frame of every page.
  {
    name: 'base',
    test: of(
      'vite/preload-helper',
      '/contract/src/',
      '/web/src/(lib|ui(?!/map/))/',
      library('@tabler|@base-ui|@floating-ui'),
    ),
    tags: ['$initial'],
  },
  // Search of the first page with its neighbours.
  { name: 'search', test: of(ui('search-input|use-listbox'), icons('BuildingWarehouse|FileInvoice|Replace')) },
  { name: 'panel', test: of(ui('panel')) },
  // Forms, so that the login page loads nothing else.
  {
    name: 'fields',
    test: of(
      library('@base-ui/react/(field|fieldset|use-render|internals/field[\\w-]*)'),
      '/@tanstack/(query-core|react-query)/build/modern/(mutationObserver|useMutation)\\.',
      ui('code-field|field|form|password-field|text-field'),
      lib('form-errors|idempotency-key|use-api-mutation|use-idempotency-key'),
      icons('AlertCircle|Eye|EyeOff'),
    ),
    minShareCount: 3,
  },
  // Modules of public pages.
  {
    name: 'reading',
    test: of(
      ui('breadcrumbs|definition-list|list-page|not-loaded|notice|pages|pagination|skeleton|tab-class|tag'),
      contract('omit-undefined|legal|legal-kinds'),
      lib('legal-query'),
      '/@tanstack/query-core/build/modern/queryObserver\\.',
      '/@tanstack/react-query/build/modern/(queryOptions|use(Base)?Query)\\.',
      icons('AlertTriangle|Building|Download|FileText|InfoCircle|MapPin|News|NewsOff|Pencil|Phone|Pinned|Plus'),
    ),
    minShareCount: 2,
  },
  // Small components of almost every page. On their own, each would be a separate request.
  {
    name: 'parts',
    test: of(
      ui(
        'article|button|change-contractor|checkbox|copy-button|count-chips|document-link|empty-state|error-state|file-button|icon-button|lazy-with-preload|menu|money|popover|qty-stepper|query-panel|announce-rounding',
      ),
      lib('(?!client-markup|company-draft|use-offer-acceptance)[\\w-]+(?<!-query)'),
      library('@tabler'),
    ),
    minShareCount: 3,
  },
  { name: 'tabs', test: of(library('@base-ui/react/(tabs|internals/composite)'), ui('tabs')) },
  // Dialogs, notes and calendars.
  {
    name: 'kit',
    test: of(
      library('@base-ui/utils|@base-ui/react/(floating-ui-react|internals|utils|popover|merge-props)|@floating-ui'),
    ),
    minShareCount: 3,
  },
  // Modules shared by the frame of signed-in users and the pages of a buyer's day.
  {
    name: 'member',
    test: of(
      icons('Buildings|Cash|Discount|Dots|ListSearch|MapPins|PackageImport|Receipt2'),
      contract(
        'best-offers|bulk-transitions|calls|cart|carts|catalog|contractors|line-groups|line-states|money|notifications|order-lists|order-messages|order-status|order-views|orders|assisted-orders|quote-requests|roles|search',
      ),
      ui(
        'confirm|data-table|date-field|filter-field|filter-grid|key|paged-panel|paged-table|period-fields|radio-group|row-input|scan-button|select|switch',
      ),
      lib(
        '(change-approvals|notifications|offer|assisted-orders)-query|barcode-camera|impersonation-return-url|minutes-left|use-now',
      ),
      '/web/src/features/ordering/search/(catalog\\.api|part-search-focus|recent-searches|search-history)\\.tsx?$',
    ),
    minShareCount: 2,
  },
]
