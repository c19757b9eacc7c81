const { MODULES } = require('../server/src/modules.ts')

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const test = '\\.(test|factory)\\.tsx?$'

module.exports = {
  forbidden: [
    ...Object.entries(MODULES)
      .filter(([, { uses }]) => uses !== 'any')
      .map(([module, { uses }]) =>
        forbid(
          `module-${module}`,
          `${module} may use: ${uses.join(', ') || 'no other module'}`,
          { path: `^server/src/modules/${module}/`, pathNot: test },
          { path: '^server/src/modules/', pathNot: `^server/src/modules/(${[module, ...uses].join('|')})/` },
        ),
      ),
    forbid(
      'module-listed',
      'add the module to server/src/modules.ts first',
      { path: '^server/src/modules/', pathNot: `^server/src/modules/(${Object.keys(MODULES).join('|')})/` },
      {},
    ),
    forbid(
      'module-door',
      'another module is entered only through its index.ts',
      { path: '^server/src/modules/([^/]+)/', pathNot: test },
      { path: '^server/src/modules/', pathNot: ['^server/src/modules/$1/', '^server/src/modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'app-door',
      'the app enters modules through their doors too',
      { path: '^server/src/[^/]+\\.ts$', pathNot: test },
      { path: '^server/src/modules/', pathNot: '^server/src/modules/[^/]+/(index|module)\\.ts$' },
    ),
    forbid(
      'demo-door',
      'the demo enters modules through their doors and builds its data with the factories of the tests',
      { path: '^server/src/demo/', pathNot: test },
      { path: '^server/src/modules/', pathNot: ['^server/src/modules/[^/]+/index\\.ts$', '\\.factory\\.ts$'] },
    ),
    forbid(
      'platform-knows-no-module',
      'the platform is below the modules',
      { path: '^server/src/platform/', pathNot: test },
      { path: '^server/src/(modules|demo)/' },
    ),
    forbid(
      'sql-in-queries-only',
      'SQL lives in *.queries.ts and the platform',
      { path: '^server/src/(modules|demo)/', pathNot: ['queries\\.ts$', test] },
      { path: 'node_modules/(postgres|kysely)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'http-in-routes-only',
      'Fastify lives in *.routes.ts and the platform',
      { path: '^server/src/modules/', pathNot: ['\\.routes\\.ts$', test] },
      { path: 'node_modules/fastify/' },
    ),
    forbid(
      'figures-in-metrics-only',
      'figures live in *-metrics.ts and the platform',
      { path: '^server/src/(modules/|[^/]+\\.ts$)', pathNot: ['-metrics\\.ts$', test] },
      { path: 'node_modules/prom-client/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'contract-is-pure',
      'the contract imports zod, pure libraries for Markdown, phone numbers and colours, and itself',
      { path: '^contract/', pathNot: test },
      { pathNot: ['^contract/', 'node_modules/(zod|marked|libphonenumber-js|culori)/'] },
    ),
    forbid(
      'client-alone',
      'programs of buyers get the client library by itself',
      { path: '^client/', pathNot: test },
      { pathNot: ['^client/'], dependencyTypesNot: ['core'] },
    ),
    forbid(
      'web-not-server',
      'the web knows the server only through the contract',
      { path: '^web/' },
      { path: '^server/' },
    ),
    forbid('server-not-web', 'and the other way round', { path: '^server/' }, { path: '^web/' }),
    forbid(
      'outside-speaks-http',
      'end-to-end tests start the product by main.ts and speak HTTP',
      { path: '^(e2e|verification/browser)/' },
      {
        path: '^(server|web)/src/',
        pathNot: '^server/src/(main|testing/(figures|test-cluster)|platform/(config|db/index))[.]ts$',
      },
    ),
    forbid(
      'feature-not-feature',
      'features meet in a route',
      { path: '^web/src/features/([^/]+/[^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'web-downwards',
      'routes > features > ui > lib',
      { path: '^web/src/(features|ui|lib)/' },
      { path: '^web/src/routes/' },
    ),
    forbid(
      'ui-below-features',
      'ui and lib know no feature',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/features/' },
    ),
    forbid('lib-below-ui', 'lib draws nothing', { path: '^web/src/lib/' }, { path: '^web/src/ui/' }),
    forbid(
      'no-cycle',
      'a cycle hides who depends on whom',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'no-test-in-production',
      'tests are leaves',
      { pathNot: [test, '^(e2e|tools|verification)/', '/testing/', '^vitest', '^server/src/demo/'] },
      { path: [test, '^(e2e|tools|verification)/', '/testing/'] },
    ),
    forbid(
      'no-test-in-demo',
      'of the tests, the demo needs their factories only',
      { path: '^server/src/demo/', pathNot: test },
      { path: ['\\.test\\.tsx?$', '^(e2e|tools|verification)/', '/testing/'] },
    ),
    forbid('resolves', 'an import that leads nowhere', {}, { couldNotResolve: true, pathNot: '^virtual:|[?]url$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
