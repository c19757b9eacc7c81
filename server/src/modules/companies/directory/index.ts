export { purgeExpiredSuggestions, suggestionsModule } from './suggestions.routes.ts'
