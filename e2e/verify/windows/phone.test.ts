import { SCREENS } from '../../src/browser.ts'
import { testWindows } from '../../src/open-windows.ts'

testWindows(SCREENS[2])
