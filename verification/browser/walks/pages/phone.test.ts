import { SCREENS } from '../../../../e2e/src/browser.ts'
import { testPages } from '../../../../e2e/src/page-walk.ts'

testPages(SCREENS[2])
