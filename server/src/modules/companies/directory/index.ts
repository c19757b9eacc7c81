export { suggestionsModule } from './suggestions.routes.ts'
