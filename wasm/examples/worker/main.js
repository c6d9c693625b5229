// Hands a file to the worker and shows what it says.
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const progress = document.querySelector('progress');
const status = document.querySelector('[role=status]');

document.querySelector('input').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  if (file) worker.postMessage(file);
});

worker.addEventListener('message', ({ data }) => {
  progress.value = data.done;
  if (data.text !== undefined) status.textContent = data.text;
});
