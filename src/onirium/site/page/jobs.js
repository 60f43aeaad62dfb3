/** The worker for slow computations of the server: bots that search, hints and analyses. */

import { addFilesLazily, listFiles, startPython } from "./python.js";

const started = start();

async function start() {
  const files = listFiles();
  const python = await startPython(async (module) => addFilesLazily(module, await files));
  const module = python.pyimport("onirium.site.job_worker");
  const runner = module.JobRunner((/** @type {number} */ id, /** @type {any} */ reply) => {
    const bytes = reply.toJs();
    postMessage({ id, bytes }, [bytes.buffer]);
  });
  return { python, runner };
}

self.onmessage = async ({ data: { id, bytes } }) => {
  const { python, runner } = await started;
  const request = python.toPy(bytes);
  runner.receive(id, request);
  request.destroy();
};
