/** The used part of the Barcode Detection API, which few browsers have. */
interface BarcodeDetector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Barcode formats of goods. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39']
const PAUSE_MS = 150

const detectorClass = () => (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

async function knownFormats(): Promise<string[]> {
  const supported = (await detectorClass()?.getSupportedFormats()) ?? []
  return FORMATS.filter((format) => supported.includes(format))
}

/** Returns true when the browser reads barcodes and the device has a camera; requests no permission. */
export async function canReadBarcodes(): Promise<boolean> {
  // Browsers provide no cameras outside HTTPS.
  const cameras = navigator.mediaDevices as MediaDevices | undefined
  if (!detectorClass() || !cameras) return false
  try {
    const [formats, devices] = await Promise.all([knownFormats(), cameras.enumerateDevices()])
    return formats.length > 0 && devices.some(({ kind }) => kind === 'videoinput')
  } catch {
    return false
  }
}

/**
 * Shows the camera in `video` until it sees a barcode; always releases the camera.
 *
 * @returns the number, or null when stopped earlier
 * @throws DOMException of `getUserMedia`: permission denied, no camera, camera busy
 */
export async function readBarcode(video: HTMLVideoElement, stop: AbortSignal): Promise<string | null> {
  const Detector = detectorClass()
  if (!Detector) return null
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    const detector = new Detector({ formats: await knownFormats() })
    while (!stop.aborted) {
      const [found] = await detector.detect(video)
      if (found) return found.rawValue
      await pause()
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
