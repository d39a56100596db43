-- Opens a store that other software wrote, and prints a region of an array:
--     luajit region.lua <store> <path> <start,...> <count,...>
-- SPDX-License-Identifier: MIT OR Apache-2.0
package.path = (arg[0]:match("^(.*)/") or ".") .. "/?.lua;" .. package.path
local zarr = require "zarr"

local function numbers(list)
    local result = {}
    for number in list:gmatch("%d+") do result[#result + 1] = tonumber(number) end
    return result
end

local store = zarr.open(arg[1], '{"mode": "r"}')
local array = zarr.array(store, arg[2])
zarr.close(store, "zarr_store") -- the array keeps it alive
print("shape", table.concat(zarr.shape(array), " "))
local values, n = zarr.read(array, numbers(arg[3]), numbers(arg[4]))
local list = {}
for i = 0, n - 1 do list[#list + 1] = ("%.17g"):format(values[i]) end
print("values", table.concat(list, " "))
local found, message = pcall(zarr.array, zarr.open("memory://"), "nothing")
print("error", not found and message:match("ZARR_ERROR_%u+_%u+"))
zarr.close(array, "zarr_array")
