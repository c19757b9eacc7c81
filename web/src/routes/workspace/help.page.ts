export { default } from '../../features/workspace/help/help-page.tsx'
