export { createPortal, portalOfEnvironment, type Portal, type ReadPortal } from './portal.ts'
export { brandPath, brandUrl, serveBrandFiles } from './brand-files.ts'
export { portalSettingsModule } from './portal-settings.routes.ts'
