// A site that had this domain before may have left a worker in visitors' browsers. A browser asks for its file again,
// gets this one, and the worker goes with all that it stored.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(clear())
})
