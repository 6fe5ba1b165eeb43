/**
 * Node's watcher asks a program to report what it imports, and a worker reports by messages that its starter takes for
 * answers. `npm run dev` watches folders and needs no reports.
 */
delete process.env.WATCH_REPORT_DEPENDENCIES;
