"""Both games as a folder of static files: the server runs in the browser, on Pyodide."""
