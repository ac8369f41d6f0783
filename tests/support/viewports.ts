/** Window sizes in journeys, in CSS pixels. */
export const phone = { width: 390, height: 844 }
export const small = { width: 320, height: 640 }
export const tablet = { width: 768, height: 1024 }
export const desktop = { width: 1440, height: 900 }
