"""The JSON protocol between browser and server.

A browser sends one of ``commands.AnyCommand`` through a WebSocket or as the body of a POST request.
The server sends a ``messages.Reply`` to each command. Through a WebSocket it also sends a
``TableView`` first, and a ``TablePatch`` whenever that view changes. Every message names its class
in ``type``, in snake case.

``tools/generate_protocol_types.py`` translates these structs into ``client/protocol.d.ts``.
"""
