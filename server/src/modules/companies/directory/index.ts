export { forgetOldSuggestions, suggestionsModule } from './suggestions.routes.ts'
